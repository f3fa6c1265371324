import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { JsonEditorProps } from "../json-editor/json-editor.tsx";
import { readJson } from "../json-text.ts";
import { Failure } from "../parts/failure.tsx";
import { brokenWords, JsonField } from "../parts/json-field.tsx";
import { texts } from "../texts/texts.ts";

interface SetJsonProps extends JsonEditorProps {
  readonly hint: string;
  /** What is wrong with JSON that is well formed, in words. */
  readonly problem: string | null;
}

/** So high is the plain field that stands in where the editor does not come. */
const ROWS = 22;

/** The editor is as large as all pages together: it is loaded when it is first wanted. */
let loaded: ComponentType<JsonEditorProps> | null = null;

/** A set as JSON. Without its editor, on a lost connection, a plain field does. */
export function SetJson({ hint, problem, ...editor }: SetJsonProps) {
  const [Editor, setEditor] = useState(() => loaded);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    if (loaded) return;
    import("../json-editor/json-editor.tsx").then(({ JsonEditor }) => {
      loaded = JsonEditor;
      setEditor(() => JsonEditor);
    }, setFailure);
  }, []);
  const { setEditor: words } = texts.value;
  if (failure !== null) {
    return (
      <>
        <Failure of={failure} />
        <JsonField {...editor} hint={hint} rows={ROWS} problem={problem} />
      </>
    );
  }
  if (!Editor) return <p class="waiting">{words.loading}</p>;
  const wrong = brokenWords(readJson(editor.value)) ?? problem;
  return (
    <div class="field">
      <p class="hint">
        {hint} {words.keys}
      </p>
      <Editor {...editor} />
      {wrong !== null && (
        <p class="problem" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}
