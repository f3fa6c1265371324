import type { Site } from "./site.ts";

/** The pages for programs that read: a list in the form of llmstxt.org, each page as Markdown. */
export function llmsText({ summary, chapters, pages }: Site): string {
  const lists = chapters.map(({ title, pages: ids }) => {
    const lines = ids.map((id) => `- [${pages[id]?.title ?? id}](/docs/${id}.md): ${pages[id]?.description ?? ""}`);
    return `## ${title}\n\n${lines.join("\n")}\n`;
  });
  const forPrograms =
    "## For programs\n\n- [OpenAPI document](/openapi.json): every route, field and answer, for generated clients.\n";
  return [`# Dragoman\n\n> ${summary}\n`, ...lists, forPrograms].join("\n");
}
