import { awayDeclarationText, awayEffectsText, awayJourneyText } from './new-document-away.ts'
import { awayTestText } from './new-document-away-test.ts'
import { lossTextsOf } from './new-document-loss.ts'
import type { FurtherPage, NewDocument } from './new-document-type.ts'

/** The four files written once. */
export function textsOf(document: NewDocument) {
  const { away } = document
  if (away === undefined)
    return {
      declaration: declarationText(document),
      effects: effectsText(document),
      journey: journeyText(document),
      test: testText(document),
    }
  const given = { ...document, away }
  return {
    declaration: awayDeclarationText(given),
    effects: awayEffectsText(given),
    journey: awayJourneyText(given),
    test: awayTestText(given),
  }
}

/** The four files of the document about what does not come back; undefined if there is none. */
export function textsOfLoss(document: NewDocument) {
  const { away, loss } = document
  return away === undefined || loss === undefined
    ? undefined
    : lossTextsOf({ ...document, away, loss })
}

/** The declaration, used by browser and server. */
function declarationText({
  area,
  name,
  identifier,
  zh,
  en,
  about,
  prefix,
  page,
  furtherPages,
}: NewDocument): string {
  return `import { defineDocument, state } from '../document/declare/define-document.ts'
import { reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { keptReason, reasonsOfWithdrawal } from '../document/declare/reason.ts'

/** ${en} ${zh}: ${about}. */
export const ${identifier} = defineDocument({
  name: '${name}',
  area: '${area}',
  label: label('${zh}', '${quoted(en)}'),
  prefix: '${prefix}',
  header: {
    plant: reference(label('工厂', 'Plant'), 'plant', { required: true, width: 80 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', { required: true, width: 100 }),
    reason: text(label('原因', 'Reason'), { lengthMax: 200, width: 160 }),
  },
  lines: {
    materialNo: reference(label('物料编码', 'Material'), 'material', { required: true, width: 130 }),
    bin: reference(label('货位', 'Bin'), 'bin', { required: true, width: 120 }),
  },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    confirmed: state(label('已确认', 'Confirmed'), 'done'),
    withdrawn: state(label('已撤回', 'Withdrawn'), 'undone'),
  },
  initial: 'draft',
  editable: ['draft'],
  actions: {
    confirm: { label: label('确认', 'Confirm'), from: ['draft'], to: 'confirmed' },
    withdraw: {
      label: label('撤回', 'Withdraw'),
      from: ['confirmed'],
      to: 'withdrawn',
      isDangerous: true,
      input: keptReason('withdrawalReason', label('撤回原因', 'Reason of withdrawal'), reasonsOfWithdrawal),
    },
  },
  pages: {
    '${page}': {
      kind: 'maintain',
      creates: true,
      states: ['draft', 'confirmed'],
      actions: ['confirm', 'withdraw'],
      actionAfterCreate: 'confirm',
      filters: ['docNo', 'state', 'plant', 'storageLocation', 'createdAt'],
    },
${furtherPages.map(({ path, kind }) => pageText(path, kind)).join('')}  },
})
`
}

/** The entry of a further page: what its kind usually has. */
function pageText(path: string, kind: FurtherPage['kind']): string {
  const has = {
    create: "actionAfterCreate: 'confirm'",
    maintain: "states: ['draft', 'confirmed'], actions: ['confirm', 'withdraw']",
    step: "states: ['confirmed'], actions: ['withdraw']",
    query: "filters: ['docNo', 'state', 'plant', 'createdAt']",
  }
  return `    '${path}': { kind: '${kind}', ${has[kind]} },\n`
}

/** The effects: one function per action. */
function effectsText({ area, name, identifier, en, zh }: NewDocument): string {
  return `import { ${identifier} } from '@kufang/contract/${area}/${name}.ts'
import { effectsFor } from '../document/effects/effects.ts'

// ${en} ${zh}: the effects of its actions. \`move\` moves goods, \`reverseMoves\` moves them back. An action that
// leads to one state and is not previewed needs none: it changes the state and keeps its input.

export const ${identifier}Effects = effectsFor(${identifier}, { actions: {} })
`
}

/** The journey: how the document is created, and how it reaches each state. */
function journeyText({ area, name, identifier, zh, en, job }: NewDocument): string {
  return `import { ${identifier} } from '@kufang/contract/${area}/${name}.ts'
import { journeyOf } from '../document/journey/journey.ts'

/**
 * ${en} ${zh}: how it is created, who performs which action with which input, and the way to each state. An action
 * that holds, releases, moves or returns the goods of its lines declares this in \`goods\`; the conformance suite tests it.
 */
export const ${identifier}Journey = journeyOf(${identifier}, {
  start: {
    by: '${job}',
    request: ({ lines, ground }) => ({
      header: { plant: ground.plant, storageLocation: ground.storageLocation },
      lines: lines.map(({ materialNo, quantity, bin }) => ({ materialNo, quantity, bin: bin ?? ground.bin })),
    }),
  },
  acts: {
    confirm: { by: '${job}' },
    withdraw: { by: '${job}', input: { reason: '录错' } },
  },
  reaches: { confirmed: ['confirm'], withdrawn: ['confirm', 'withdraw'] },
})
`
}

/** The test: the conformance suite, and a place for tests of the trade. */
function testText({ name }: NewDocument): string {
  return `import { testConformance } from '../document/conformance/conformance.ts'

testConformance('${name}')
`
}

const quoted = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
