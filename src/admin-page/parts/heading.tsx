import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** A page's title. Takes the focus when the page is opened, so that a screen reader says where one is now. */
export function Heading({ children, lead }: { readonly children: string; readonly lead?: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} · Dragoman`;
  }, [children]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <header class="heading">
      <h1 tabIndex={-1} ref={heading}>
        {children}
      </h1>
      {lead !== undefined && <p class="lead">{lead}</p>}
    </header>
  );
}

/** The title of a part that comes when it is asked for. Takes the focus then, but not from the title of a page that was just opened. */
export function PartHeading({ id, children }: { readonly id: string; readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement?.tagName !== "H1") heading.current?.focus();
  }, []);
  return (
    <h2 id={id} tabIndex={-1} ref={heading}>
      {children}
    </h2>
  );
}
