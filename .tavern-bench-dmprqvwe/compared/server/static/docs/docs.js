"use strict";

const POLL_MS = 20;

/**
 * Holds a request until its operation is resolved. Swagger UI resolves an operation's references once it is opened; a request sent
 * before then would look for an operation that it does not know yet, fail, and never be answered.
 */
function RequestsWait() {
  const execute =
    (send, { specActions, specSelectors }) =>
    async (request) => {
      const path = ["paths", request.path, request.method];
      specActions.requestResolvedSubtree(path);
      while (specSelectors.specResolvedSubtree(path) === undefined) {
        await new Promise((proceed) => setTimeout(proceed, POLL_MS));
      }
      return send({ ...request, operation: specSelectors.specResolvedSubtree(path) });
    };
  return { statePlugins: { spec: { wrapActions: { execute } } } };
}

// Every address is relative to this page, so that it works wherever the server is mounted.
SwaggerUIBundle({
  url: new URL("openapi.json", document.baseURI).href,
  dom_id: "#api",
  plugins: [RequestsWait],
  deepLinking: true,
  displayOperationId: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  docExpansion: "list",
  filter: true,
  persistAuthorization: false,
  requestSnippetsEnabled: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
