import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["server/static/swagger-ui/", "server/static/vendor/", "**/.venv/", "build/", "dist/"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-shadow": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  { files: ["server/static/{page,foundry}/**/*.mjs"], languageOptions: { globals: globals.browser } },
  // What is shared runs in browsers, Node and Deno.
  {
    files: ["server/static/client/**/*.mjs", "server/static/verify.mjs"],
    languageOptions: { globals: globals["shared-node-browser"] },
  },
  // It is a program too.
  { files: ["server/static/verify.mjs"], languageOptions: { globals: globals.node }, rules: { "no-console": "off" } },
  { files: ["tests/**/*.mjs"], languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  { files: ["server/report/*.js"], languageOptions: { sourceType: "script", globals: globals.browser } },
  {
    files: ["server/static/docs/*.js"],
    languageOptions: { sourceType: "script", globals: { ...globals.browser, SwaggerUIBundle: "readonly" } },
  },
  // Its functions are called by the tests.
  {
    files: ["tests/browser/page/*.js"],
    languageOptions: { sourceType: "script", globals: globals.browser },
    rules: { "no-unused-vars": "off" },
  },
];
