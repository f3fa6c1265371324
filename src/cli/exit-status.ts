import { debugWanted } from "#config";
import { AppError, messageOf, OperatorError, type OperatorErrorCode } from "#core/errors.ts";
import type { ExitStatus } from "./command.ts";

/** What whoever typed a command is told of what stopped it. */
export interface Explanation {
  readonly status: ExitStatus;
  /** Of the error object that `--json` prints. */
  readonly code: string;
  readonly message: string;
}

/** 2 is for whoever typed or set something wrong, 1 for what could not be done as it was asked. */
const EXITS: Readonly<Record<OperatorErrorCode, Pick<Explanation, "code" | "status">>> = {
  misuse: { status: 2, code: "misuse" },
  settings: { status: 2, code: "settings" },
  folder_in_use: { status: 1, code: "failed" },
  folder_starting: { status: 1, code: "failed" },
  folder_unusable: { status: 1, code: "failed" },
  database_unusable: { status: 1, code: "failed" },
  data_lost: { status: 1, code: "data_lost" },
  backup: { status: 1, code: "failed" },
  address_unusable: { status: 1, code: "failed" },
  libraries_unusable: { status: 1, code: "failed" },
  failed: { status: 1, code: "failed" },
};

/** What the system says when there is no room left. */
const DISK_FULL: readonly unknown[] = ["ENOSPC", "EDQUOT"];

/** What stopped a command, whatever was thrown. */
export function explained(failure: unknown): Explanation {
  const message = messageOf(failure);
  if (failure instanceof OperatorError) return { ...EXITS[failure.code], message };
  if (failure instanceof AppError) return { status: 1, code: failure.code, message };
  if (failure instanceof Error && "code" in failure && DISK_FULL.includes(failure.code)) {
    const advice = "the disk is full: make room and try again; nothing that was answered is lost";
    return { status: 1, code: "failed", message: advice };
  }
  const hint = debugWanted() ? "" : " (DRAGOMAN_DEBUG=1 shows where)";
  return { status: 1, code: "internal_error", message: `something unexpected failed: ${message}${hint}` };
}
