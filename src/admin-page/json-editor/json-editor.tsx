import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, indentOnInput, syntaxTree } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Annotation, EditorState, type Extension } from "@codemirror/state";
import { EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useRef, useState } from "preact/hooks";
import type { JsonPath } from "../json-path.ts";
import { expectedAt } from "../set-model/set-language.ts";
import type { Note } from "../set-model/set-notes.ts";
import type { SetKind } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { proposalsFor } from "./completions.ts";
import { editorTheme } from "./editor-theme.ts";
import { pathAt, type Range, rangeOf } from "./json-tree.ts";
import { meaningOf } from "./meanings.ts";
import { PlacedNotes } from "./placed-notes.tsx";

export interface JsonEditorProps {
  readonly label: string;
  readonly kind: SetKind;
  readonly value: string;
  readonly onInput: (text: string) => void;
  readonly notes: readonly Note[];
  /** Where the cursor begins; null for the start, without the focus. */
  readonly place: JsonPath | null;
}

const isFromPage = Annotation.define<boolean>();

/** A set as JSON: what may stand where is proposed, and what is wrong is marked where it is. Tab leaves it. */
export function JsonEditor({ label, kind, value, onInput, notes, place }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  const typed = useRef(onInput);
  typed.current = onInput;
  // Whoever types is ahead of the page: a text that the editor told of itself does not come back to it.
  const told = useRef(new Set<string>());
  const [about, setAbout] = useState<string | null>(null);
  useEffect(() => {
    const view = openedIn(host.current, value, [
      autocompletion({ override: [proposalsFor(kind)], icons: false }),
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        const text = update.state.doc.toString();
        if (update.docChanged && !update.transactions.some((one) => one.annotation(isFromPage))) {
          told.current.add(text);
          typed.current(text);
        }
        if (update.docChanged || update.selectionSet) setAbout(aboutIn(update.state, kind));
      }),
    ]);
    editor.current = view;
    if (place) goTo(view, rangeIn(view, place));
    return () => view.destroy();
  }, [kind, label]);
  useEffect(() => {
    const view = editor.current;
    const before = view?.state.doc.toString() ?? "";
    if (view && before !== value && !told.current.has(value)) {
      const changes = { from: 0, to: before.length, insert: value };
      view.dispatch({ changes, annotations: isFromPage.of(true) });
    }
    if (before === value) told.current.clear();
  }, [value]);
  useEffect(() => {
    const view = editor.current;
    view?.dispatch(
      setDiagnostics(
        view.state,
        notes.map((note) => diagnosticOf(note, view)),
      ),
    );
  }, [notes]);
  return (
    <>
      <div ref={host} class="editor" />
      {about !== null && <p class="hint">{about}</p>}
      <PlacedNotes
        text={value}
        notes={notes}
        goTo={(path) => editor.current && goTo(editor.current, rangeIn(editor.current, path))}
      />
    </>
  );
}

/**
 * Within a shadow root: there the editor's styles are adopted ones, which the page's policy allows. As an element of the document
 * they would need `unsafe-inline`.
 */
function openedIn(host: HTMLElement | null, doc: string, own: readonly Extension[]): EditorView {
  if (!host) throw new Error("an editor is opened where its element is");
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const extensions = [
    lineNumbers(),
    history(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    lintGutter(),
    json(),
    EditorView.lineWrapping,
    // Tab is in none of them: it goes on to the next control.
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
    editorTheme,
    own,
  ];
  return new EditorView({ root, parent: root, state: EditorState.create({ doc, extensions }) });
}

function rangeIn({ state }: EditorView, path: JsonPath): Range {
  return rangeOf(syntaxTree(state), state.doc.toString(), path);
}

function goTo(view: EditorView, { from }: Range): void {
  view.focus();
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
}

const SEVERITIES = { error: "error", warning: "warning", hint: "info" } as const;

function diagnosticOf({ severity, path, message }: Note, view: EditorView): Diagnostic {
  return { ...rangeIn(view, path), severity: SEVERITIES[severity], message };
}

/** What the name at the cursor means. */
function aboutIn(state: EditorState, kind: SetKind): string | null {
  const path = pathAt(syntaxTree(state), state.doc.toString(), state.selection.main.head);
  const name = path.findLast((step) => !/^\d+$/.test(step));
  if (name === undefined) return null;
  const to = path.slice(0, path.lastIndexOf(name) + 1);
  const holder = expectedAt(SET_LANGUAGE, kind, to.slice(0, -1));
  const described = expectedAt(SET_LANGUAGE, kind, to)?.schema.description ?? null;
  const isKeyword = holder?.isOfSchema === true && Object.hasOwn(holder.schema.properties ?? {}, name);
  const meaning = meaningOf(name, described, isKeyword);
  return meaning === null ? null : texts.value.setEditor.about(name, meaning);
}
