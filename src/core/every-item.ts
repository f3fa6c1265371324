import { LIMITS } from "./limits.ts";
import type { Page } from "./page.ts";

/** All items of a list that is read page by page, in its order. */
export async function everyItem<Item>(
  readPage: (page: { readonly limit: number; readonly after: number | null }) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let after: number | null = null; ; ) {
    const page: Page<Item> = await readPage({ limit: LIMITS.pageItemsMax, after });
    items.push(...page.items);
    if (page.next === null) return items;
    after = page.next;
  }
}
