/** The driver as `scripts/models/pack-llama.ts` bundles it; `llama-library.ts` says which parts of it are used. */
declare module "*/llama-driver.js" {
  export const Llama: unknown;
  export const LlamaChat: unknown;
  export const resolveChatWrapper: unknown;
}
