import { randomUUID } from 'node:crypto'
import type { StandIn } from '../system.ts'
import { requestKey, runRepeatable } from './idempotency.ts'
import { handleServiceCall } from './odata-handler.ts'
import type { ServiceCall } from './odata-handler.ts'
import { ODataError, errorBody, errorXml } from './odata-error.ts'
import { jsonReply, textReply } from './reply.ts'
import type { Reply } from './reply.ts'
import { wantsJson } from './request.ts'
import type { StandInRequest } from './request.ts'
import { parseCookies } from './session.ts'

export const odataPrefix = '/sap/opu/odata/sap/'

/** SAP Gateway: authentication, client, service lookup, CSRF, then the service itself. */
export function handleGatewayRequest(system: StandIn, request: StandInRequest): Reply {
  const signOn = checkSignOn(system, request)
  if (signOn !== null) return signOn
  const rest = request.path.slice(odataPrefix.length)
  const slash = rest.indexOf('/')
  const segment = decodeURIComponent(slash === -1 ? rest : rest.slice(0, slash))
  const [name = '', version = 'v=1'] = segment.split(';')
  const service = system.services.get(name)
  const language = request.options.get('sap-language') ?? 'en'
  const wanted = Number(/^v=(\d+)$/.exec(version)?.[1] ?? '0')
  if (service === undefined || wanted !== (service.version ?? 1)) {
    const text = `No service found for namespace '', name '${name}', version '${String(wanted).padStart(4, '0')}'`
    return refusal(request, name, language, new ODataError(403, '/IWFND/MED/170', text))
  }
  const cookies = parseCookies(request.header('cookie'))
  const reading = request.method === 'GET' || request.method === 'HEAD'
  const token = request.header('x-csrf-token') ?? null
  if (!reading && !system.sessions.allows({ token, cookies })) return csrfRequired()
  const call: ServiceCall = {
    system,
    service,
    request,
    path: slash === -1 ? '' : rest.slice(slash + 1),
    root: `http://${request.host}${odataPrefix}${segment}/`,
    user: userOf(request),
    language,
  }
  const reply = answer(call, reading)
  // Without the slash after the service name real systems answer but return no token.
  const fetches = reading && token?.toLowerCase() === 'fetch' && slash !== -1
  if (!fetches) return reply
  const fetched = system.sessions.fetch(cookies)
  const headers = {
    ...reply.headers,
    'x-csrf-token': fetched.token,
    ...(fetched.setCookies.length > 0 ? { 'set-cookie': fetched.setCookies } : {}),
  }
  return { ...reply, headers }
}

function answer(call: ServiceCall, reading: boolean): Reply {
  const { system, request } = call
  try {
    if (reading) return handleServiceCall(call)
    const key = requestKey(request.header('requestid'), request.header('repeatabilitycreation'))
    return runRepeatable(system.database, system.settings, key, () => handleServiceCall(call))
  } catch (problem) {
    if (!(problem instanceof ODataError)) throw problem
    return refusal(request, call.service.name, call.language, problem)
  }
}

/** An error as a response in the requested format. */
export function refusal(
  request: StandInRequest,
  service: string,
  language: string,
  error: ODataError,
): Reply {
  const transaction = randomUUID().replaceAll('-', '').toUpperCase()
  const body = errorBody(error, service, language, transaction, new Date())
  if (wantsJson(request)) return jsonReply(error.status, body)
  return textReply(error.status, 'application/xml', errorXml(body))
}

/** The refusal of a missing, foreign or expired token: nothing was processed. */
export function csrfRequired(): Reply {
  const headers = { 'x-csrf-token': 'Required' }
  return textReply(403, 'text/plain', 'CSRF token validation failed', headers)
}

function checkSignOn(system: StandIn, request: StandInRequest): Reply | null {
  const { client, user, password } = system.settings
  const asked = request.options.get('sap-client') ?? client
  const [sentUser, sentPassword] = credentials(request)
  const known = sentUser.toUpperCase() === user.toUpperCase() && sentPassword === password
  if (known && asked === client) return null
  const html =
    '<html><head><title>Logon Error Message</title></head><body><h1>Logon failed</h1></body></html>'
  const realm = `Basic realm="SAP NetWeaver Application Server [S4H/${client}]"`
  return textReply(401, 'text/html', html, { 'www-authenticate': realm })
}

function userOf(request: StandInRequest): string {
  return credentials(request)[0]
}

function credentials(request: StandInRequest): [user: string, password: string] {
  const match = /^Basic\s+(\S+)$/i.exec(request.header('authorization') ?? '')
  const text = Buffer.from(match?.[1] ?? '', 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon === -1 ? ['', ''] : [text.slice(0, colon), text.slice(colon + 1)]
}
