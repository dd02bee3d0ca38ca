"use strict";

// Every address is relative to this page, so that it works wherever the server is mounted.
SwaggerUIBundle({
  url: new URL("api/openapi.json", document.baseURI).href,
  dom_id: "#api",
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
