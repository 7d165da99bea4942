/**
 * A thread service over streamable HTTP: MCP at `/v1/mcp`, and `/v1/health` for monitoring.
 * @packageDocumentation
 */

import {
  type HttpOptions,
  type RunningHttp,
  serveHttp as serve,
  type TimeLimits,
  type Unidentified,
} from "@nexus-core/service/http/serve-http";
import { bearerToken } from "@nexus-core/service/identity/bearer-token";
import { createMcpServer } from "@nexus-core/service/mcp/create-mcp-server";
import type { ServedTool } from "@nexus-core/service/mcp/served-tool";
import type { ErrorEnvelope } from "./generated/contract.js";
import { serverOptions } from "./mcp.js";
import { version } from "./package-info.js";
import type { ThreadService } from "./thread-service.js";

export type { HttpOptions, RunningHttp, ServedTool, TimeLimits };

/** A message of 65,536 characters fits, even if JSON escapes each of them. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Starts a web server for the service.
 * @param more tools beside those of the service
 */
export async function serveHttp(
  service: ThreadService,
  options: HttpOptions = {},
  more: readonly ServedTool[] = [],
): Promise<RunningHttp> {
  const { note = () => {} } = options;
  return serve(
    {
      server: createMcpServer(serverOptions(service, bearerToken, note, more)),
      version,
      prefix: "/v1",
      maxBodyBytes: MAX_BODY_BYTES,
      // This query needs an answer from the store.
      checkHealth: () => service.nextWakeAt(),
      unidentified,
    },
    options,
  );
}

/** A refusal as UNAUTHORIZED. The body of the status 401 is its envelope. */
const unidentified: Unidentified = (answer) => {
  if (!("result" in answer) || answer.result["isError"] !== true) return undefined;
  const [content] = answer.result["content"] as readonly { readonly text: string }[];
  const body = JSON.parse(content?.text ?? "{}") as Partial<ErrorEnvelope>;
  return body.error?.code === "UNAUTHORIZED" ? { body, reason: body.error.message } : undefined;
};
