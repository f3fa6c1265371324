/** A figure with its name, in a list of them. */
export function Tile({
  name,
  hint,
  children,
}: {
  readonly name: string;
  readonly hint: string;
  readonly children: string;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{children}</strong>
        <span class="hint">{hint}</span>
      </dd>
    </div>
  );
}
