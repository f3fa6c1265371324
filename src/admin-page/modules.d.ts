/** Bundled beside the scripts. */
declare module "*.css";
