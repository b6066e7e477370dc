import { draftActs, personActions, rolesFor } from '@kufang/contract/document/decide.ts'
import type { ActionDeclaration } from '@kufang/contract/document/declare/action-declaration.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import { pascal, schemaRef, type Schema } from '../../platform/openapi/open-api.ts'
import { callOf, documentId, object, type Expansion, type Expansions } from './calls.ts'
import { actionRequest, batchRequest } from './document-schemas.ts'
import { ofAction } from './frame-refusals.ts'

// What is said of the routes that perform an action, for each action that persons perform.

type Declared = ActionDeclaration<string>

function ofEach(
  definition: AnyDocument,
  make: (action: string, declared: Declared, words: Label) => Expansion,
): Expansion[] {
  return Object.entries(personActions(definition)).map(([action, declared]) => {
    const { label } = definition
    return make(action, declared, {
      zh: `${label.zh}：${declared.label.zh}`,
      en: `${label.en}: ${declared.label.en.toLowerCase()}`,
    })
  })
}

/** From which states, and whom four eyes exclude. */
function conditionsOf(
  definition: AnyDocument,
  { from, notBy = [], functionCode }: Declared,
): Label[] {
  const states = from.map((name) => fieldOf(definition.states, name).label)
  const acts = notBy.map((act) => draftActs[act] ?? fieldOf(definition.actions, act).label)
  const join = (labels: readonly Label[]): Label => ({
    zh: labels.map(({ zh }) => `“${zh}”`).join('、'),
    en: labels.map(({ en }) => `"${en}"`).join(', '),
  })
  const sentences: Label[] = [
    { zh: `状态须为${join(states).zh}。`, en: `The state must be ${join(states).en}.` },
  ]
  if (acts.length > 0)
    sentences.push({
      zh: `做过${join(acts).zh}的人不能执行。`,
      en: `Not by who did ${join(acts).en}.`,
    })
  if (functionCode !== undefined)
    sentences.push({
      zh: `另需按钮权限 ${functionCode}。`,
      en: `Also needs the function code ${functionCode}.`,
    })
  return sentences
}

const batchAnswer: Schema = {
  type: 'array',
  items: object(
    {
      id: { type: 'string', format: 'uuid' },
      docNo: { type: 'string' },
      isDone: { type: 'boolean' },
      refusal: schemaRef('Refusal'),
    },
    ['id', 'docNo', 'isDone'],
  ),
}

/** By the route that is called. */
export const actionOperations: Expansions<AnyDocument> = {
  'POST /api/documents/:name/:id/actions/:action': (definition) =>
    ofEach(definition, (action, declared, summary) =>
      callOf(definition, {
        suffix: `Action${pascal(action)}`,
        path: `/{id}/actions/${action}`,
        summary,
        details: conditionsOf(definition, declared),
        parameters: [documentId],
        body: { schema: actionRequest(declared) },
        answer: { datas: schemaRef(`${pascal(definition.name)}Result`) },
        codes: ofAction(definition, action),
        roles: rolesFor(definition, action),
        isOnce: true,
      }),
    ),
  'POST /api/documents/:name/:id/actions/:action/preview': (definition) =>
    ofEach(definition, (action, declared, { zh, en }) =>
      callOf(definition, {
        suffix: `Action${pascal(action)}Preview`,
        path: `/{id}/actions/${action}/preview`,
        summary: { zh: `${zh}（预览）`, en: `${en} (preview)` },
        parameters: [documentId],
        body: { schema: actionRequest(declared) },
        answer: { datas: schemaRef('Preview') },
        codes: ofAction(definition, action),
        roles: rolesFor(definition, action),
      }),
    ),
  'POST /api/documents/:name/actions/:action': (definition) =>
    ofEach(definition, (action, declared, { zh, en }) =>
      callOf(definition, {
        suffix: `Action${pascal(action)}Each`,
        path: `/actions/${action}`,
        summary: { zh: `${zh}（多张）`, en: `${en} (several)` },
        details: [
          {
            zh: '每张单据各自成功或被拒绝，各有其编号 idempotencyKey。',
            en: 'Each document succeeds or is refused by itself, and has its own idempotencyKey.',
          },
        ],
        body: { schema: batchRequest(declared) },
        answer: { datas: batchAnswer },
        // What a document is refused with stands in its own answer.
        codes: ['not-found'],
        roles: rolesFor(definition, action),
      }),
    ),
}
