/** Where on the page we are: `/admin/PAGE?name=value`. */
import { computed, signal } from "@preact/signals";

const ROOT = "/admin";
/** What `/admin` shows. */
export const FIRST_PAGE = "overview";
const address = signal(hereNow());

function hereNow(): string {
  return location.pathname + location.search;
}

export const route = computed(() => {
  const [path = "", query = ""] = address.value.split("?");
  const page = decodeURIComponent(path.slice(ROOT.length + 1));
  return { page: page === "" ? FIRST_PAGE : page, query: new URLSearchParams(query) };
});

/** What a link to a page has as its `href`. */
export function addressOf(page: string, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `${page === FIRST_PAGE ? ROOT : `${ROOT}/${page}`}${search === "" ? "" : `?${search}`}`;
}

export function goTo(page: string, query: Readonly<Record<string, string>> = {}): void {
  history.pushState(null, "", addressOf(page, query));
  address.value = hereNow();
}

/** Links within the page change what it shows, and load nothing. */
export function listenForRoutes(): void {
  addEventListener("popstate", () => {
    address.value = hereNow();
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const isOurs = link?.origin === location.origin && (link.pathname === ROOT || link.pathname.startsWith(`${ROOT}/`));
    if (!link || !isPlain || !isOurs || link.target !== "" || event.defaultPrevented) return;
    event.preventDefault();
    history.pushState(null, "", link.href);
    address.value = hereNow();
  });
}
