import type { FaultRule, Faults } from '../faults.ts'
import type { StandIn } from '../system.ts'
import { csrfRequired, handleGatewayRequest, refusal } from './gateway.ts'
import { messageText } from './messages.ts'
import { ODataError } from './odata-error.ts'
import { textReply } from './reply.ts'
import type { Reply } from './reply.ts'
import type { StandInRequest } from './request.ts'
import { parseCookies } from './session.ts'

/** The result of a request: a response, a closed connection, or a hanging one that is closed later. */
export type Outcome =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'drop' }
  | { readonly kind: 'hang'; readonly milliseconds: number }
  | { readonly kind: 'slow'; readonly milliseconds: number; readonly answer: () => Reply }

const defaultHang = 600_000
const defaultSlow = 100

/** Answers an OData request, with the fault that affects it, if any. */
export function answerWithFaults(system: StandIn, request: StandInRequest): Outcome {
  const fault = system.faults.strike({
    method: request.method,
    url: request.url,
    movementTypes: movementTypesOf(system.faults, request),
  })
  const process = () => handleGatewayRequest(system, request)
  if (fault === null) return { kind: 'reply', reply: process() }
  switch (fault.kind) {
    case 'drop-before':
      return { kind: 'drop' }
    case 'drop-after':
      process()
      return { kind: 'drop' }
    case 'hang-before':
      return { kind: 'hang', milliseconds: fault.milliseconds ?? defaultHang }
    case 'hang-after':
      process()
      return { kind: 'hang', milliseconds: fault.milliseconds ?? defaultHang }
    case 'slow':
      return { kind: 'slow', milliseconds: fault.milliseconds ?? defaultSlow, answer: process }
    case 'status-503':
      return { kind: 'reply', reply: unavailable() }
    case 'status-500-html':
      return { kind: 'reply', reply: serverError() }
    case 'expired-token':
      system.sessions.expire(parseCookies(request.header('cookie')))
      return { kind: 'reply', reply: csrfRequired() }
    case 'empty-items-on-201':
      return { kind: 'reply', reply: changeCreated(process(), emptyItems) }
    case 'no-number-on-201':
      return { kind: 'reply', reply: changeCreated(process(), withoutNumber) }
    case 'lock-message':
    case 'business-reject':
      return { kind: 'reply', reply: rejected(request, fault) }
    default:
      return fault.kind satisfies never
  }
}

// Parsed only if a rule needs it, so that a normal request is parsed once.
function movementTypesOf(faults: Faults, request: StandInRequest): string[] {
  if (faults.list().every(({ rule }) => rule.match?.movementType === undefined)) return []
  const found = request.body.matchAll(/"GoodsMovementType"\s*:\s*"(\w+)"/g)
  return [...found].map((match) => match[1] ?? '')
}

function unavailable(): Reply {
  const html = '<html><body><h1>503 Service Unavailable</h1></body></html>'
  return textReply(503, 'text/html', html, { 'retry-after': '1' })
}

function serverError(): Reply {
  const html = '<html><head><title>Application Server Error</title></head><body>500</body></html>'
  return textReply(500, 'text/html', html)
}

function rejected(request: StandInRequest, fault: FaultRule): Reply {
  const lock = fault.kind === 'lock-message'
  const code = fault.code ?? (lock ? 'M3/897' : 'M7/021')
  const values = ['SL Unrestricted-use', '1', 'PC', 'UNKNOWN', '', '']
  const text = lock
    ? messageText('M3/897', ['UNKNOWN', 'BATCHUSER'], 'en')
    : messageText('M7/021', values, 'en')
  const message = fault.message ?? text
  const detail = { code, message, propertyref: '', severity: 'error', target: '' } as const
  const outer = messageText('MM_IM_ODATA_API_MDOC/014', [], 'en')
  const error = new ODataError(400, 'MM_IM_ODATA_API_MDOC/014', outer, [detail])
  const service = /\/sap\/opu\/odata\/sap\/(\w+)/.exec(request.path)?.[1] ?? ''
  return refusal(request, service, 'en', error)
}

function changeCreated(reply: Reply, change: (entity: object) => object): Reply {
  if (reply.body.kind !== 'json' || !('d' in reply.body.json)) return reply
  if (reply.status !== 201 && reply.status !== 200) return reply
  return { ...reply, body: { kind: 'json', json: { d: change(reply.body.json.d) } } }
}

function emptyItems(entity: object): object {
  return { ...entity, to_MaterialDocumentItem: { results: [] } }
}

function withoutNumber(entity: object): object {
  return { ...entity, MaterialDocument: '', MaterialDocumentYear: '' }
}
