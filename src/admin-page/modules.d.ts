/** Bundled beside the scripts. */
declare module "*.css";

/** Put in its place by the bundler, see `scripts/admin-page.ts`. */
declare const SET_LANGUAGE: import("./set-model/set-language.ts").SetLanguage;
