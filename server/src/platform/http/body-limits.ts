import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '@kufang/kernel/refusal.ts'
import { holdsMore, type JsonLimits } from './json-limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body contains lines or imported rows, so it may be as large as `Settings.bodyBytesMax`. */
    takesRows?: boolean
  }
}

/** Bodies of calls that need no sign-in: credentials. */
export const publicBodyBytesMax = 16 * 1024
/** Bodies of other calls without rows. */
export const usualBodyBytesMax = 1024 * 1024
/** Names in a form: sign-in sends six, SAML two. */
const formNamesMax = 50

type BodyClass = 'public' | 'usual' | 'rows'

const jsonLimits: Readonly<Record<BodyClass, JsonLimits>> = {
  public: { namesOfObject: formNamesMax, values: 200, depth: 10 },
  usual: { namesOfObject: 500, values: 50_000, depth: 200 },
  rows: { namesOfObject: 500, values: 500_000, depth: 200 },
}

function classOf({ access, takesRows }: { access?: string; takesRows?: boolean } = {}): BodyClass {
  if (access === 'public') return 'public'
  return takesRows === true ? 'rows' : 'usual'
}

/**
 * Limits the body of every route by its class, before anything is built from it: bytes, and in JSON names, values and
 * depth. A route that declares a `bodyLimit` of its own keeps it. Call it before routes are registered.
 * @param rowsBytesMax bytes of a body with rows
 */
export function limitBodies(app: FastifyInstance, rowsBytesMax: number): void {
  const bytes: Readonly<Record<BodyClass, number>> = {
    public: publicBodyBytesMax,
    usual: Math.min(usualBodyBytesMax, rowsBytesMax),
    rows: rowsBytesMax,
  }
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= bytes[classOf(route.config)]
  })
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request: FastifyRequest, body, done) => {
      if (holdsMore(body, jsonLimits[classOf(request.routeOptions.config)]))
        done(refuse('body-too-large'))
      else void parseJson(request, body, done)
    },
  )
}

/** The names and values of a form. @throws Refusal `body-too-large` if it has more names than any form of ours */
export function readForm(body: string): Record<string, string> {
  let names = 0
  for (let at = body.indexOf('&'); at >= 0; at = body.indexOf('&', at + 1)) {
    names += 1
    if (names >= formNamesMax) throw refuse('body-too-large')
  }
  return Object.fromEntries(new URLSearchParams(body))
}
