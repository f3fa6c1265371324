/** The editor in the page's own colours, which know light and dark by themselves. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const HEIGHT_MAX = "34rem";
const FIELD = { color: "var(--ink)", background: "var(--page)", border: "1px solid var(--soft)" };

const look = EditorView.theme({
  "&": { ...FIELD, borderRadius: "7px", fontSize: "0.87em", maxHeight: HEIGHT_MAX },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "2px" },
  ".cm-scroller": {
    fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
    lineHeight: "1.5",
    overflow: "auto",
    minHeight: "12rem",
  },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-gutters": { color: "var(--soft)", background: "var(--side)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { background: "color-mix(in srgb, var(--code) 60%, transparent)" },
  ".cm-selectionMatch, .cm-matchingBracket": { background: "var(--mark)", color: "inherit" },
  ".cm-tooltip": { ...FIELD, borderRadius: "7px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    color: "var(--on-accent)",
    background: "var(--accent)",
  },
  ".cm-tooltip.cm-completionInfo": { padding: "0.4rem 0.6rem", maxWidth: "20rem", fontFamily: "system-ui, sans-serif" },
  ".cm-completionDetail": { opacity: "0.8" },
  ".cm-diagnostic": { fontFamily: "system-ui, sans-serif" },
});

const inks = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--accent)" },
  { tag: tags.string, color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--chart-3)" },
  { tag: tags.invalid, color: "var(--bad)" },
]);

export const editorTheme = [look, syntaxHighlighting(inks)];
