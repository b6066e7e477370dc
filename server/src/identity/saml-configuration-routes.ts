import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { adminRole } from '@kufang/kernel/permission.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'
import { readSamlConfiguration, writeSamlConfiguration } from './saml-configuration.ts'

const line = (max: number) => z.string().trim().max(max)
const body = z.object({
  isOn: z.boolean(),
  entityId: line(500).min(1),
  publicUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)]).default(''),
  providerEntityId: line(500).min(1),
  signInUrl: z.url({ protocol: /^https?$/ }).max(1000),
  providerCertificates: line(40_000).min(1),
  accountAttribute: line(200).default(''),
  isResponseSigned: z.boolean().default(true),
  clockSkewSeconds: z.number().int().min(0).max(600).default(60),
  privateKey: line(20_000).optional(),
  certificate: line(20_000).default(''),
  labelZh: line(40).min(1).default('统一身份认证登录'),
  labelEn: line(60).min(1).default('Sign in with the company account'),
  version: z.number().int().min(0),
})

/** The audit identifies subjects by id; this one is a constant. */
const subject = '00000000-0000-0000-0000-000000000640'

/** Routes to configure the identity provider: GET and POST /api/system/saml, for administrators. */
export function registerSamlConfiguration(
  app: FastifyInstance,
  { database }: ServerContext,
  secrets: SecretBox,
): void {
  const routes = typed(app)
  const config = { roles: [adminRole] }
  const tags = ['configuration']

  routes.get('/api/system/saml', { config, schema: { tags } }, async () =>
    success(await readSamlConfiguration(database)),
  )

  routes.post('/api/system/saml', { config, schema: { tags, body } }, async (request) => {
    const { session } = request
    const after = await database.transaction(async (tx) => {
      const before = await readSamlConfiguration(tx)
      await writeSamlConfiguration(tx, secrets, request.body, session.userId)
      const written = await readSamlConfiguration(tx)
      await writeAudit(tx, session, [
        {
          companyCode: '',
          subjectType: 'saml-configuration',
          subjectId: subject,
          subjectNo: 'SAML',
          action: 'edit',
          before,
          after: written,
        },
      ])
      return written
    })
    return success(after)
  })
}
