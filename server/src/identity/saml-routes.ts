import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isRefusal, refuse } from '@kufang/kernel/refusal.ts'
import { cookieOptions } from '../platform/http/session-cookies.ts'
import { answerOf } from '../platform/http/envelope.ts'
import { ownHost } from '../platform/http/own-host.ts'
import { signInFailures } from '../platform/metrics/process-metrics.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { openSecretBox } from '../platform/secrets/secret-box.ts'
import { readSamlConfiguration, readSamlPrivateKey } from './saml-configuration.ts'
import { registerSamlConfiguration } from './saml-configuration-routes.ts'
import type { SamlParty } from './saml-exchange.ts'
import {
  beginSamlSignIn,
  consumerPath,
  readSamlAnswer,
  samlMetadata,
  SamlProblem,
} from './saml-exchange.ts'
import {
  exchangeSignInCode,
  forgetOldSamlTraces,
  newSecret,
  secretHash,
  takeSamlAnswer,
} from './saml-sign-in.ts'
import { createGuessLimit } from './guess-limit.ts'
import type { SignInDesk } from './sign-in.ts'
import { answerToken, originOf, tokenData, tokenExample } from './token-answer.ts'

/** Identifies the browser that started a sign-in; the code is valid only there. */
const browserCookie = 'kufang-saml'
const browserSeconds = 15 * 60
/** Sign-ins that may be started per address and minute; each creates a row. */
const beginningsPerMinute = 120

/** Of the provider's signed answer, as a form. */
const answerBytesMax = 1024 * 1024

const open = { access: 'public' as const }
const tags = ['session']

/**
 * Routes for SAML sign-in (product.md section 7, getTokenBySamlUser): metadata, redirect to the provider, its response,
 * and the exchange of the one-time code for a token.
 */
// oxlint-disable-next-line max-lines-per-function -- one list of routes
export function registerSaml(app: FastifyInstance, desk: SignInDesk): void {
  const { context, failures } = desk
  const { database, settings, log } = context
  const routes = typed(app)
  const secrets = openSecretBox({
    dataFolder: context.dataFolder,
    environmentKey: settings.secretKey,
  })
  const beginnings = createGuessLimit(beginningsPerMinute)
  registerSamlConfiguration(app, context, secrets)

  /** Refuses `saml-off` if not configured. */
  async function party(request: FastifyRequest): Promise<SamlParty> {
    const configuration = await readSamlConfiguration(database)
    if (configuration === null || !configuration.isOn) throw refuse('saml-off')
    const own = `${request.protocol}://${ownHost(request)}`
    return {
      configuration,
      privateKey: await readSamlPrivateKey(database, secrets),
      publicUrl: (configuration.publicUrl === '' ? own : configuration.publicUrl).replace(
        /\/+$/,
        '',
      ),
    }
  }

  routes.get(
    '/api/oauth/saml/metadata',
    { config: open, schema: { tags, summary: 'Metadata of this service provider, as XML' } },
    async (request, reply) =>
      reply
        .header('content-type', 'application/samlmetadata+xml')
        .send(samlMetadata(await party(request))),
  )

  routes.get(
    '/api/oauth/saml/login',
    {
      config: open,
      schema: {
        tags,
        summary: 'Leads the browser to the identity provider',
        querystring: z.looseObject({
          redirect: z
            .string()
            .max(2000)
            .default('')
            .meta({ examples: ['/stockSearch'] }),
        }),
      },
    },
    async (request, reply) => {
      const seconds = beginnings.waitSeconds(request.ip)
      if (seconds > 0) throw refuse('rate-limited', { seconds })
      beginnings.fail(request.ip)
      const provider = await party(request)
      await forgetOldSamlTraces(database)
      const secret = newSecret()
      reply.setCookie(browserCookie, secret, {
        // Lax, because the browser returns from another site.
        ...cookieOptions(request, 'lax'),
        maxAge: browserSeconds,
      })
      const address = await beginSamlSignIn(
        database,
        provider,
        secretHash(secret),
        request.query.redirect,
      )
      return reply.redirect(address, 303)
    },
  )

  routes.post(
    consumerPath,
    {
      config: open,
      bodyLimit: answerBytesMax,
      schema: {
        tags,
        summary: 'Takes the answer of the identity provider (HTTP-POST binding)',
        consumes: ['application/x-www-form-urlencoded'],
        body: z.looseObject({ SAMLResponse: z.string().min(1).max(500_000) }),
      },
    },
    async (request, reply) => {
      const provider = await party(request)
      try {
        const answer = await readSamlAnswer(database, provider, request.body.SAMLResponse)
        const { code, redirect } = await takeSamlAnswer(database, answer)
        const query = new URLSearchParams({ code, ...(redirect === '' ? {} : { redirect }) })
        return await reply.redirect(
          `${provider.publicUrl}/#/auth-redirect?${query.toString()}`,
          303,
        )
      } catch (error) {
        const reason = reasonOf(error)
        signInFailures.inc({ reason: 'saml' })
        log.info({ reason, problem: (error as Error).message, reqId: request.id }, 'SAML refused')
        // This is a navigation, so redirect to a page with the reason instead of returning an envelope.
        const query = new URLSearchParams({ reason, requestId: request.id })
        return reply.redirect(`${provider.publicUrl}/#/error?${query.toString()}`, 303)
      }
    },
  )

  routes.get(
    '/api/oauth/getTokenBySamlUser',
    {
      config: open,
      schema: {
        tags,
        summary: 'Exchanges the one-time code of a SAML sign-in for a token',
        querystring: z.looseObject({
          code: z
            .string()
            .max(100)
            .meta({ examples: ['Zt3q0V2m8n5c7XwQk1Rj9yLh4sUaTgPdEbFoIvMxCzA'] }),
        }),
        response: { 200: answerOf(tokenData, { ...tokenExample, idp_token: '_4f1c' }) },
      },
    },
    async (request, reply) => {
      const seconds = failures.waitSeconds(request.ip)
      if (seconds > 0) throw refuse('rate-limited', { seconds })
      const browserSecret = request.cookies[browserCookie] ?? ''
      const given = { code: request.query.code, browserSecret }
      try {
        const hours = settings.sessionHours
        const exchanged = await exchangeSignInCode(database, given, originOf(request), hours)
        reply.clearCookie(browserCookie, cookieOptions(request, 'lax'))
        return answerToken(request, reply, {
          token: exchanged.token,
          userId: exchanged.userId,
          expiresInSeconds: hours * 3600,
          mustChangePassword: false,
          idpToken: exchanged.sessionIndex,
        })
      } catch (error) {
        if (isRefusal(error)) failures.fail(request.ip)
        throw error
      }
    },
  )
}

/** The code of a refusal that the user can act on. */
function reasonOf(error: unknown): string {
  if (isRefusal(error)) return error.code
  if (error instanceof SamlProblem) return 'saml-refused'
  throw error
}
