import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { isParameterName } from '@kufang/contract/system/business-parameters.ts'
import type { ParameterChange } from '@kufang/contract/system/business-parameters.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { z } from 'zod'
import {
  answerDecision,
  decisionBody,
  decisionParams,
} from '../platform/approval/decision-route.ts'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { fingerprintOf, withIdempotency } from '../platform/http/idempotency.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { changeParameter, decideParameter, listParameters } from './change-parameter.ts'
import { controlParameters, settingsPage } from './control-parameters.ts'

const change = z.object({
  name: z.string().max(60),
  companyCode: z.string().max(4).optional(),
  plant: z.string().max(4).optional(),
  materialGroup: z.string().max(9).optional(),
  value: z.union([z.string().max(60), z.number(), z.null()]),
  validFrom: z.string().max(10),
  remark: z.string().max(200).optional(),
  version: z.number().int(),
})

/** GET and PUT /api/settings/business and the changes of controls, for the page 系统业务配置. */
export const systemRoutes: AreaRoutes = (app, { database }) => {
  const config = { roles: [cataloguePage(settingsPage).role] }
  const routes = typed(app)

  routes.get('/api/settings/business', { config, schema: { tags: ['system'] } }, async (request) =>
    success(await listParameters(database, request.session)),
  )

  routes.put(
    '/api/settings/business',
    { config, schema: { tags: ['system'], body: change } },
    async (request) => {
      const { session, body } = request
      const key = request.headers['idempotency-key']
      if (typeof key !== 'string' || key === '') throw refuse('idempotency-key-missing', {})
      const { name } = body
      if (!isParameterName(name))
        throw refuse('not-found', {
          subject: '业务参数',
          subjectEn: 'Business parameter',
          no: name,
        })
      const wanted: ParameterChange = {
        name,
        value: body.value,
        validFrom: body.validFrom,
        version: body.version,
        ...(body.companyCode === undefined ? {} : { companyCode: body.companyCode }),
        ...(body.plant === undefined ? {} : { plant: body.plant }),
        ...(body.materialGroup === undefined ? {} : { materialGroup: body.materialGroup }),
        ...(body.remark === undefined ? {} : { remark: body.remark }),
      }
      const fingerprint = fingerprintOf('business-parameter.change', body)
      return success(
        await database.transaction((tx) =>
          withIdempotency(tx, session, '', key, fingerprint, () =>
            changeParameter(tx, session, wanted),
          ),
        ),
      )
    },
  )

  routes.post(
    '/api/settings/business/changes/:id/:act',
    {
      config,
      schema: { tags: ['system'], params: decisionParams, body: decisionBody },
    },
    (request) =>
      answerDecision(database, request, controlParameters, (tx, given) =>
        decideParameter(tx, request.session, given),
      ),
  )
}
