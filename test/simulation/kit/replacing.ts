/** Parts of something of the runtime are others from now on, also where it has them fixed. */
export function replace(target: object, parts: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(parts)) {
    const isFixed = Object.getOwnPropertyDescriptor(target, name)?.configurable === false;
    if (isFixed) Reflect.set(target, name, value);
    else Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true });
  }
}
