/** Path and query as they were sent. Not by `new URL`, which throws for some `Host` headers that reach us. */
export function splitUrl(url: string): { readonly path: string; readonly query: string } {
  // A request without a host has a bare target for a URL.
  const start = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + "://".length);
  const mark = url.indexOf("?", start);
  return mark < 0
    ? { path: url.slice(start), query: "" }
    : { path: url.slice(start, mark), query: url.slice(mark + 1) };
}
