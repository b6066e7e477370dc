import createClient from 'openapi-fetch'
import type { paths } from 'kufang-api'

/*
 * `node server/typed-client/main-job.ts <address> <password>`: another program does the main job with a client generated
 * from /api/openapi.json: announced, arrived, inspected, received, posted, requested and issued. It has no cast, so the
 * description has the types of everything it sends and reads. server/src/document/openapi/typed-client.test.ts generates
 * `kufang-api`, checks the types and runs it.
 */

const [address = '', password = ''] = process.argv.slice(2)

/** The client of a person who has signed in. */
async function signedIn(username: string) {
  const open = createClient<paths>({ baseUrl: address })
  const { access_token } = done(
    await open.POST('/api/oauth/token', { body: { username, password } }),
  )
  return createClient<paths>({
    baseUrl: address,
    headers: { authorization: `Bearer ${access_token}` },
  })
}

/** What a call answered. */
function done<Datas>({
  data,
  error,
}: {
  data?: { datas: Datas }
  error?: { resp_msg: string }
}): Datas {
  if (data === undefined) throw new Error(error?.resp_msg ?? 'no answer')
  return data.datas
}

/** Parameters of a call that is done once. */
const once = () => ({ header: { 'Idempotency-Key': crypto.randomUUID() } })
const onceTo = (id: string) => ({ ...once(), path: { id } })
const numbered = (value: string) => ({
  filters: [{ field: 'docNo' as const, operator: 'eq' as const, value }],
})

const [supplier, keeper, leader, inspector, requester, head, poster] = await Promise.all([
  signedIn('supplier'),
  signedIn('keeper'),
  signedIn('leader'),
  signedIn('inspector'),
  signedIn('requester'),
  signedIn('head'),
  signedIn('poster'),
])

// Announced.
const ordered = done(
  await supplier.POST('/api/documents/delivery-note/sources/list', {
    body: numbered('4500000001'),
  }),
)
const wanted = ordered.rows.filter(({ materialNo }) =>
  ['M-BOLT', 'M-VALVE'].includes(materialNo ?? ''),
)
const note = done(
  await supplier.POST('/api/documents/delivery-note', {
    params: once(),
    body: {
      header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
      lines: wanted.map(({ id, lineNo, freeQuantity }) => ({
        source: { id, lineNo },
        quantity: freeQuantity,
      })),
      actionAfterCreate: 'submit',
    },
  }),
)
await keeper
  .POST('/api/documents/delivery-note/{id}/actions/confirm', {
    params: onceTo(note.id),
    body: { version: note.version, input: { appointmentSlot: '08:00-10:00' } },
  })
  .then(done)

// Arrived.
const arriving = done(
  await keeper.POST('/api/documents/arrival/prefill', {
    body: { sources: wanted.map((_line, index) => ({ id: note.id, lineNo: index + 1 })) },
  }),
)
const arrival = done(
  await keeper.POST('/api/documents/arrival', {
    params: once(),
    body: { header: arriving.header, lines: arriving.lines, actionAfterCreate: 'confirm' },
  }),
)

// Inspected.
const notices = done(await inspector.POST('/api/documents/inspection-notice/list', { body: {} }))
const [notice] = notices.rows
if (notice === undefined) throw new Error('nothing is to be inspected')
const assigned = done(
  await inspector.POST('/api/documents/inspection-notice/{id}/actions/assign', {
    params: onceTo(notice.id),
    body: {
      version: notice.version,
      input: {
        inspectionUnit: '质检站',
        inspectionMethod: 'full',
        inspectorAccount: 'inspector',
      },
    },
  }),
)
const appointed = done(
  await inspector.POST('/api/documents/inspection-notice/{id}/actions/confirmTime', {
    params: onceTo(notice.id),
    body: {
      version: assigned.version,
      input: {
        unpackingAt: '2099-12-01T02:00:00Z',
        unpackingPlace: '卸货区',
        attendees: ['供应商'],
      },
    },
  }),
)
await inspector
  .POST('/api/documents/inspection-notice/{id}/actions/confirmInspector', {
    params: onceTo(notice.id),
    body: { version: appointed.version },
  })
  .then(done)
const inspection = done(
  await inspector.POST('/api/documents/inspection-order', {
    params: once(),
    body: {
      header: { inspectionMethod: 'full' },
      lines: [
        {
          source: { id: notice.id, lineNo: 1 },
          quantity: '20',
          acceptedQuantity: '18',
          rejectedQuantity: '2',
          defectClass: 'surface',
        },
      ],
      actionAfterCreate: 'decide',
    },
  }),
)

// Received, reviewed by another person, posted.
const receivable = done(
  await keeper.POST('/api/documents/goods-receipt/sources/list', { body: numbered(arrival.docNo) }),
)
const receiving = done(
  await keeper.POST('/api/documents/goods-receipt/prefill', {
    body: { sources: receivable.rows.map(({ id, lineNo }) => ({ id, lineNo })) },
  }),
)
const receipt = done(
  await keeper.POST('/api/documents/goods-receipt', {
    params: once(),
    body: { header: receiving.header, lines: receiving.lines, actionAfterCreate: 'receive' },
  }),
)
const own = await keeper.POST('/api/documents/goods-receipt/{id}/actions/review', {
  params: onceTo(receipt.id),
  body: { version: receipt.version },
})
const reviewed = done(
  await leader.POST('/api/documents/goods-receipt/{id}/actions/review', {
    params: onceTo(receipt.id),
    body: { version: receipt.version },
  }),
)
const posted = done(
  await poster.POST('/api/documents/goods-receipt/{id}/actions/post', {
    params: onceTo(receipt.id),
    body: { version: reviewed.version },
  }),
)

// Requested and issued.
const reserved = done(
  await requester.POST('/api/documents/requisition/sources/list', {
    body: numbered('0000080001'),
  }),
)
const requisition = done(
  await requester.POST('/api/documents/requisition', {
    params: once(),
    body: {
      header: { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01' },
      lines: reserved.rows
        .filter(({ materialNo }) => materialNo === 'M-BOLT')
        .map(({ id, lineNo }) => ({ source: { id, lineNo }, quantity: '40' })),
      actionAfterCreate: 'submit',
    },
  }),
)
await head
  .POST('/api/documents/requisition/{id}/actions/approve', {
    params: onceTo(requisition.id),
    body: { version: requisition.version },
  })
  .then(done)
const picking = done(
  await keeper.POST('/api/documents/goods-issue/prefill', {
    body: { sources: [{ id: requisition.id, lineNo: 1, quantity: '30' }] },
  }),
)
const issue = done(
  await keeper.POST('/api/documents/goods-issue', {
    params: once(),
    body: { header: { recipient: '张三' }, lines: picking.lines, actionAfterCreate: 'issue' },
  }),
)
await leader
  .POST('/api/documents/goods-issue/{id}/actions/review', {
    params: onceTo(issue.id),
    body: { version: issue.version },
  })
  .then(done)
const read = done(
  await keeper.GET('/api/documents/goods-issue/{id}', { params: { path: { id: issue.id } } }),
)
const about = { params: { path: { id: issue.id } } }
const flow = done(await keeper.GET('/api/documents/goods-issue/{id}/flow', about))
const moves = done(await keeper.GET('/api/documents/goods-issue/{id}/moves', about))
const log = done(await keeper.GET('/api/documents/goods-issue/{id}/log', about))
const next = done(await keeper.GET('/api/documents/goods-issue/{id}/next', about))
const undo = done(await keeper.GET('/api/documents/goods-issue/{id}/undo', about))
const erp = done(
  await poster.GET('/api/documents/goods-receipt/{id}/erp', {
    params: { path: { id: receipt.id } },
  }),
)
const [left] = done(
  await keeper.POST('/api/queries/stock/list', {
    body: { filters: [{ field: 'materialNo', operator: 'eq', value: 'M-BOLT' }] },
  }),
).rows
const bins = done(await keeper.POST('/api/masters/bin/search', { body: { text: 'A-0' } }))

process.stdout.write(
  JSON.stringify({
    inspection: inspection.state,
    receipt: posted.erpState,
    refusedForOwn: own.error?.datas.code,
    issue: read.header.state,
    erpState: read.header.erpState,
    recipient: read.header.recipient,
    issued: read.lines.map(({ quantity }) => quantity),
    left: left?.quantity,
    flow: flow.nodes.length,
    moves: moves.map(({ quantity }) => quantity),
    log: log.map(({ action }) => action),
    next: next.map(({ action }) => action),
    undo: undo.steps.map(({ action }) => action),
    erp: erp.map(({ state }) => state),
    bins: bins.map(({ bin }) => bin),
  }),
)
