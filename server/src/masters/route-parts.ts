import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../platform/database/database.ts'
import { requireRole } from '../platform/http/access.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { fingerprintOf, withIdempotency } from '../platform/http/idempotency.ts'
import { findMaster, rolesForMaster } from './master-table.ts'

export const masterNamed = z.object({ name: z.string().max(60) })

/** Of masters that are rules: why, and from which day. */
export const askedApproval = z
  .object({ reason: z.string().trim().max(200), effectiveFrom: z.iso.date().optional() })
  .optional()

/** The master of a request, for holders of a role of its pages; masters without pages require `admin`. */
export function allowedMaster(
  request: FastifyRequest<{ Params: { name: string } }>,
  purpose: 'read' | 'edit',
): AnyMaster {
  const definition = findMaster(request.params.name)
  const roles = rolesForMaster(definition, purpose)
  requireRole(request.session, definition.label, ...(roles.length === 0 ? ['admin'] : roles))
  return definition
}

/** Writes once per key of the request. @throws Refusal `idempotency-key-missing` */
export async function writeMaster<T extends object>(
  context: ServerContext,
  request: FastifyRequest,
  definition: AnyMaster,
  act: string,
  work: (tx: Transaction) => Promise<T>,
) {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') throw refuse('idempotency-key-missing', {})
  const fingerprint = fingerprintOf(`masters.${act}`, definition.name, request.body)
  return success(
    await context.database.transaction((tx) =>
      withIdempotency(tx, request.session, '', key, fingerprint, () => work(tx)),
    ),
  )
}
