import { addAll } from '@kufang/kernel/add-all.ts'
import type { ActionRequest, CreateRequest } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { holdsAny, rolesFor } from '@kufang/contract/document/decide.ts'
import { sourcesOf } from '@kufang/contract/document/page-variants.ts'
import { definitionOf } from '@kufang/contract/registry.ts'
import type { ServerContext } from '../../platform/http/context.ts'
import type { Session } from '../../platform/session/session.ts'
import { refreshesOf } from '../effects/effects.ts'
import type { MirroredNumbers, ReadPlace } from '../effects/refreshes.ts'
import { documentScope } from '../storage/scope.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { tableByName } from '../storage/table.ts'
import { documentTable } from '../storage/table.ts'
import { assertMay } from './draft-checks.ts'

/** Reads documents from the ERP again; never throws: without an answer the mirror stays unchanged. */
export type SourceRefresh = (context: ServerContext, documents: MirroredNumbers) => Promise<void>

let refresh: SourceRefresh = async () => {}

/** Registers the reader of mirrors; called once at startup. */
export function registerSourceRefresh(reader: SourceRefresh): void {
  refresh = reader
}

/** Documents read this recently are not read again: a list of lines is often sent twice. */
const freshSeconds = 5

/**
 * Reads the ERP documents referenced by a request again, so that commitments are checked against the ERP's current open
 * quantity (domain.md 1.2). It runs before the transaction, so that no lock waits for the ERP, and only for persons who may
 * create or edit such documents, for ERP documents within their scope: others could load the ERP otherwise.
 * @throws Refusal `role-missing`
 */
export async function refreshSources(
  context: ServerContext,
  session: Session,
  name: string,
  purpose: 'create' | 'edit',
  request: Pick<CreateRequest, 'lines'>,
): Promise<void> {
  const { definition } = tableByName(name)
  assertMay(definition, session, purpose)
  const ids = [...new Set(request.lines.flatMap((line) => (line.source ? [line.source.id] : [])))]
  if (ids.length === 0) return
  for (const { document } of sourcesOf(definition)) {
    await refreshMirror(context, session, definitionOf(document), ids)
    const gate = refreshesOf(name).origins
    if (gate !== undefined && !gate.mirrors.some((mirror) => mirror === document))
      await refreshOrigins(context, session, gate.mirrors, document, ids)
  }
}

/** Reads what an action of documents relies on from the ERP again, before its transaction. */
export async function refreshBeforeAction(
  context: ServerContext,
  session: Session,
  {
    name,
    ids,
    action,
    lines,
  }: { name: string; ids: readonly string[]; action: string; lines?: ActionRequest['lines'] },
): Promise<void> {
  const { origins, place, named, deliveries } = refreshesOf(name)
  const gate = origins?.actions.includes(action) === true ? origins : undefined
  const reading = place?.actions.includes(action) === true ? place : undefined
  const namer = named?.actions.includes(action) === true ? named : undefined
  const delivering = deliveries?.actions.includes(action) === true ? deliveries : undefined
  if ([gate, reading, namer, delivering].every((one) => one === undefined)) return
  const { definition } = tableByName(name)
  // Who may not act is refused by the action itself, and does not make the ERP work.
  if (!holdsAny(session, rolesFor(definition, action))) return
  if (gate !== undefined) await refreshOrigins(context, session, gate.mirrors, name, ids)
  if (delivering !== undefined) {
    const { companyCodes } = session.scope
    await refreshDeliveries(
      context,
      await delivering.ordersOf(context.database, { ids, companyCodes }),
    )
  }
  if (namer !== undefined) {
    const { companyCodes } = session.scope
    const asked = { ids, companyCodes, ...(lines === undefined ? {} : { lines }) }
    for (const numbers of await namer.named(context.database, asked))
      await refreshNumbers(context, session, { ...numbers, name: namer.mirror })
  }
  if (reading === undefined) return
  const table = documentTable(definition)
  const scope = documentScope(table, session, 'header', 2)
  const places = await context.database.query<ReadPlace>(
    `select distinct h.company_code, h.plant, h.storage_location from ${table.header} h
     where ${scope.sql} and h.id = any($1::uuid[]) and h.plant <> '' and h.storage_location <> ''`,
    [ids, ...scope.values],
  )
  for (const one of places) await reading.read(context, one)
}

/**
 * Reads what the ERP holds at the place of a document that is made and acted on in one request. The place must lie in the
 * person's scope: others could learn of the ERP by the time a refusal takes.
 */
export async function refreshBeforeCreate(
  context: ServerContext,
  session: Session,
  name: string,
  { header, actionAfterCreate }: Pick<CreateRequest, 'header' | 'actionAfterCreate'>,
): Promise<void> {
  const { place: reading, deliveries } = refreshesOf(name)
  const action = actionAfterCreate ?? ''
  const [reads, delivers] = [reading, deliveries].map(
    (one) => one?.actions.includes(action) === true,
  )
  if (reads !== true && delivers !== true) return
  if (!holdsAny(session, rolesFor(tableByName(name).definition, action))) return
  const { companyCodes, plants, storageLocations } = session.scope
  if (deliveries !== undefined && delivers === true) {
    const orders = await deliveries.ordersOf(context.database, { header })
    await refreshDeliveries(
      context,
      orders.filter(({ companyCode }) => companyCodes.includes(companyCode)),
    )
  }
  if (reading === undefined || reads !== true) return
  const plant = textOf(header['plant'])
  const storageLocation = textOf(header['storageLocation'])
  const [found] = await context.database.query<ReadPlace>(
    `select company_code, plant, storage_location from storage_location
     where company_code = any($1) and plant = $2 and storage_location = $3
       and ($4::text[] is null or plant = any($4)) and ($5::text[] is null or plant || '/' || storage_location = any($5))`,
    [companyCodes, plant, storageLocation, plants, storageLocations],
  )
  if (found !== undefined) await reading.read(context, found)
}

/** Reads the outbound deliveries of these orders. */
async function refreshDeliveries(
  context: ServerContext,
  orders: readonly { companyCode: string; orderNos: readonly string[] }[],
): Promise<void> {
  for (const { companyCode, orderNos } of orders)
    if (orderNos.length > 0)
      // oxlint-disable-next-line no-await-in-loop -- one company, except for administrators
      await refresh(context, { companyCode, name: 'outbound-delivery', docNos: orderNos })
}

/** Reads the mirrored documents again from which documents come, over whatever is between. */
async function refreshOrigins(
  context: ServerContext,
  session: Session,
  mirrors: readonly string[],
  type: string,
  ids: readonly string[],
): Promise<void> {
  const { database } = context
  const { companyCodes } = session.scope
  const rows: { type: string; id: string }[] = []
  // Citus follows a chain on the machine of a given company only.
  for (const codes of database.isDistributed ? companyCodes.map((code) => [code]) : [companyCodes])
    addAll(
      rows,
      await database.query<{ type: string; id: string }>(
        `with recursive chain (company_code, type, id) as (
           select k.company_code, k.from_type, k.from_id from document_link k
           where k.company_code = any($1) and k.to_type = $2 and k.to_id = any($3::uuid[])
           union
           select k.company_code, k.from_type, k.from_id from chain c
           join document_link k on k.company_code = c.company_code and k.company_code = any($1)
             and k.to_type = c.type and k.to_id = c.id)
         select type, id from chain where type = any($4)`,
        [codes, type, ids, mirrors],
      ),
    )
  for (const [mirror, found] of Map.groupBy(rows, (row) => row.type))
    // oxlint-disable-next-line no-await-in-loop -- documents come from one mirror, or from two
    await refreshMirror(
      context,
      session,
      definitionOf(mirror),
      found.map(({ id }) => id),
    )
}

/** Reads mirrored documents again by their numbers. */
async function refreshNumbers(
  context: ServerContext,
  session: Session,
  { companyCode, name, docNos }: MirroredNumbers,
): Promise<void> {
  const definition = definitionOf(name)
  const rows = await context.database.query<{ id: string }>(
    `select h.id from ${documentTable(definition).header} h
     where h.company_code = $1 and h.doc_no = any($2::text[])`,
    [companyCode, docNos],
  )
  if (rows.length > 0)
    await refreshMirror(
      context,
      session,
      definition,
      rows.map(({ id }) => id),
    )
}

async function refreshMirror(
  context: ServerContext,
  session: Session,
  definition: AnyDocument,
  ids: readonly string[],
): Promise<void> {
  if (definition.isMirror !== true) return
  const table = documentTable(definition)
  const scope = documentScope(table, session, 'header', 3)
  const rows = await context.database.query<{ companyCode: string; docNos: string[] }>(
    `select h.company_code, array_agg(h.doc_no order by h.doc_no) as doc_nos from ${table.header} h
     where ${scope.sql} and h.id = any($1::uuid[])
       and (h.synced_at is null or h.synced_at < now() - make_interval(secs => $2))
     group by h.company_code`,
    [ids, freshSeconds, ...scope.values],
  )
  for (const { companyCode, docNos } of rows)
    await refresh(context, { companyCode, name: definition.name, docNos })
}
