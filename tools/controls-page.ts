import { approvalPages } from '../packages/contract/src/rule-kinds.ts'
import { sensitiveRights } from '../packages/contract/src/sensitive-rights.ts'
import { controlsOf, type Control } from '@kufang/contract/document/controls.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { AnyRelation } from '@kufang/contract/document/declare/define-relation.ts'
import { commonHeader } from '@kufang/contract/document/declare/common-fields.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { userRelations } from '@kufang/contract/identity/user-relations.ts'
import { businessParameters } from '@kufang/contract/system/business-parameters.ts'
import { registry } from '@kufang/contract/registry.ts'
import { testsOf, titleOf, titles, type TestKind } from '../server/src/document/control-tests.ts'
import '../server/src/journeys.ts'
import { findJourney, type GoodsEffect } from '../server/src/document/journey/journey.ts'

/** Tests of acts that are no documents. */
const testsOfMasters = 'server/src/masters/write-masters.test.ts'
const testsOfRights = 'server/src/identity/within-own.test.ts'
const testsOfApproval = 'server/src/identity/second-approval.test.ts'
const testsOfRules = 'server/src/system/rule-changes.test.ts'
const testsOfApprovedMasters = 'server/src/masters/approved-masters.test.ts'
const testsOfParameters = 'server/src/system/control-parameters.test.ts'

const effects: Readonly<Record<GoodsEffect, string>> = {
  holds: 'hold',
  releases: 'release of the hold',
  moves: 'stock moves',
  movesAndHolds: 'stock moves, hold',
  undoes: 'reversing stock moves',
  undoesPart: 'reversing stock moves of a part',
  heldByAnother: 'held by another document',
}

/** The test file that holds the rows of a document type. */
export function testFileOf({ area, name }: Pick<AnyDocument, 'area' | 'name'>): string {
  return `server/src/${area}/${name}.test.ts`
}

/**
 * The control matrix: every act on documents, masters and rights, from the declarations; `npm run controls` prints it.
 */
export function controlsPage(): string {
  const documents = Object.values<AnyDocument>(registry.documents)
  return [
    opening(),
    ...documents.filter((one) => controlsOf(one).length > 0).map(ofDocument),
    ofMasters(Object.values<AnyMaster>(registry.masters)),
    ofRelations(Object.values<AnyRelation>(userRelations)),
    ofRules(),
  ].join('\n')
}

const titlesOfTests = (): string =>
  (Object.keys(titles) as TestKind[]).map((kind) => `*${kind}* “${titleOf(kind, '…')}”`).join(', ')

const opening = (): string => `# Controls

Who may do what, who may not have done what before, and what every act leaves behind. Printed from the declarations by \`npm run controls\`; \`tools/controls-page.test.ts\` decides every row with the function that the server and the browser use.

- **Who may**: the role code of each page that offers the act, and the function code (FUN) if there is one; any one page is enough. Administrators need no role and no function code; *not by* applies to them too.
- **Not by** (four eyes): whoever performed one of these acts on the document is refused. \`create\` includes everybody who edited the draft. Programs (technical accounts) are refused all acts with such a rule, and whoever issued the token of a program counts as a performer of what it did.
- **Reason**: what must be entered, with the field of the document that keeps it; all input is in the audit entry.
- **Checked by**: acts on the same document for which another person is needed afterwards.
- **Evidence**: each act writes an audit entry (chained, with values before and after) and its performer and time into the history of the document; further evidence is in the table. A posting has the number of the ERP's document.
- **Tests** are those of the conformance suite, in the file named below each heading; it fails if one of them is missing: ${titlesOfTests()}.
- **Scope** is checked for every act and every reading call (conformance suite, "scope").
`

const joined = (words: readonly string[]): string =>
  words.length === 0 ? '–' : words.map((word) => `\`${word}\``).join(', ')

function ofDocument(definition: AnyDocument): string {
  const { name, label } = definition
  const rows = controlsOf(definition).map((control) =>
    [
      `\`${control.act}\` ${control.label.zh}`,
      whoMay(control),
      joined(control.notBy),
      control.required
        .map(({ field, keptAs }) =>
          keptAs === null || keptAs === field ? `\`${field}\`` : `\`${field}\` → \`${keptAs}\``,
        )
        .join(', ') || '–',
      [joined(control.checkedBy), ...limitOf(definition, control.act)].join('; '),
      evidenceOf(name, control),
      testsOf(control).join(', '),
    ].join(' | '),
  )
  return `## ${name} ${label.zh}

Scope: ${scopeOf(definition)}. Tests: \`${testFileOf(definition)}\`.

| Act | Who may | Not by | Reason | Checked by | Evidence | Tests |
|---|---|---|---|---|---|---|
${rows.map((row) => `| ${row} |\n`).join('')}`
}

function whoMay({ isSystem, pages, functionCode }: Control): string {
  if (isSystem) return 'the system, after an act on another document'
  const roles = pages.map(({ role, path }) => `\`${role}\` ${cataloguePage(path).zh}`)
  return [...new Set(roles)].join(', ') + (functionCode === null ? '' : `; FUN \`${functionCode}\``)
}

/** A level of an approval chain that is needed only above a limit of the company. */
function limitOf({ header }: AnyDocument, act: string): string[] {
  const level = /^(?:review|refuse)(\w+)$/.exec(act)?.[1]
  return level !== undefined && Object.hasOwn(header, `needs${level}`)
    ? ['needed above the limit of the company only']
    : []
}

function evidenceOf(name: string, { act, isSystem, posting }: Control): string {
  const { acts, definition } = findJourney(name)
  const goods = isSystem ? undefined : acts[act]?.goods
  const found = [
    ...(definition.actions[act]?.handsOver === undefined ? [] : ['signature, pictures']),
    ...(goods === undefined ? [] : [effects[goods]]),
    ...(posting === null ? [] : [posting === 'post' ? 'posting' : 'reversing posting']),
  ]
  return ['audit entry, history', ...found].join(', ')
}

/** The dimensions of the data scope that limit documents of this type. */
function scopeOf({ header, lines, goods }: AnyDocument): string {
  const has = (field: string): boolean =>
    Object.hasOwn({ ...commonHeader, ...header, ...lines }, field)
  return [
    'company',
    ...(has('plant') ? ['plant'] : []),
    ...(has('storageLocation') ? ['storage location'] : []),
    ...(goods === false ? [] : ['material group']),
    has('supplierNo') ? 'supplier' : 'not for suppliers',
    ...(has('pickingUnit') ? ['picking unit'] : []),
  ].join(', ')
}

function ofMasters(masters: readonly AnyMaster[]): string {
  const rows = masters.flatMap(({ name, label, pages, isMirror, localFields }) => {
    const editing = Object.entries(pages).filter(([, { edits }]) => edits === true)
    const fields = isMirror === true ? joined(localFields ?? []) : 'all but the key'
    if (editing.length === 0) return []
    const roles = editing.map(
      ([path]) => `\`${cataloguePage(path).role}\` ${cataloguePage(path).zh}`,
    )
    return [
      `| \`${name}\` ${label.zh} | ${roles.join(', ')} | ${fields} | \`${testsOfMasters}\` |\n`,
    ]
  })
  return `## Masters

Rows are added, changed and disabled, never deleted. Evidence: audit entry with the values before and after. Masters that are not listed are changed by the ERP or by administrators only. What of a master is a rule is changed by two persons (see Rules).

| Master | Who may | Fields | Tests |
|---|---|---|---|
${rows.join('')}`
}

function ofRelations(relations: readonly AnyRelation[]): string {
  const page = (path: string): string => `\`${cataloguePage(path).role}\` ${cataloguePage(path).zh}`
  const own = 'nobody for himself; only what he holds, for accounts within his own rights'
  const sensitive = sensitiveRights()
  const row = (act: string, path: string): string =>
    `| ${act} | ${page(path)} | ${own} | \`${testsOfRights}\` |\n`
  return `## Rights

Evidence: audit entry of the account. Administrators are not limited by what they hold.

| Act | Who may | Limit | Tests |
|---|---|---|---|
${row('roles and function codes', '/system/roleAssign')}${relations.map(({ name, label, path }) => row(`\`${name}\` ${label.zh}`, path)).join('')}
What needs a second person (business parameter \`rights.secondApproval\`: none, sensitive, all) is requested and given once another person, who could have given it himself, approves; what is taken away is taken at once. Evidence: audit entry of each act, with both persons; the request with old and new, reason and last day.

| Act on a request | Not by | Reason | Tests |
|---|---|---|---|
${[
  ['`approve`', 'who requested it, who gains', '–'],
  ['`refuse`', 'who requested it, who gains', '`remark`'],
  ['`withdraw`', '–', '–'],
  [
    '`carryOut` without approval',
    'anybody but who requested it; only while nobody else could approve; administrators and readers of the operation log are alarmed',
    '`remark`',
  ],
]
  .map((cells) => `| ${cells.join(' | ')} | \`${testsOfApproval}\` |\n`)
  .join('')}
Sensitive rights, from the declarations (\`packages/contract/src/sensitive-rights.ts\`): roles ${codes(sensitive.roles)}; function codes ${codes(sensitive.functionCodes)}; and, for whoever holds one, a wider data scope, another supplier, tenant or kind, and enabling the account.
`
}

const codes = (all: ReadonlySet<string>): string =>
  [...all]
    .sort()
    .map((code) => `\`${code}\``)
    .join(', ')

interface RuleKind {
  name: string
  who: string
  limit: string
  tests: string
}

const whoOfPage = (path: string): string =>
  `\`${cataloguePage(path).role}\` ${cataloguePage(path).zh}`

/** Everything that is a rule or a control, and so changed by two persons. */
function ruleKinds(): RuleKind[] {
  const limit = 'defaults: administrators; of a company: whoever has all of it in scope'
  const controls = Object.entries(businessParameters).filter(([, { isControl }]) => isControl)
  return [
    {
      name: 'Movement rules 移动类型规则',
      who: whoOfPage('/system/sapApiDeployMessage'),
      limit,
      tests: testsOfRules,
    },
    {
      name: `Business parameters that are controls 业务参数（${controls.map(([name]) => `\`${name}\``).join('、')}）`,
      who: whoOfPage('/system/systemPageSetup'),
      limit: `${limit}; of a plant: whoever has it`,
      tests: testsOfParameters,
    },
    ...Object.values<AnyMaster>(registry.masters).flatMap((master) => {
      const { name, label: words, approval } = master
      if (approval === undefined) return []
      const what = approval.ofRows ? 'its rows (added, disabled, enabled) and ' : ''
      return [
        {
          name: `Master \`${name}\` ${words.zh}: ${what}${joined(approval.fields)}`,
          who: approvalPages(master).map(whoOfPage).join(', '),
          limit: 'whoever has the row in scope',
          tests: testsOfApprovedMasters,
        },
      ]
    }),
  ]
}

function ofRules(): string {
  const kinds = ruleKinds().map(
    ({ name, who, limit, tests }) => `| ${name} | ${who} | ${limit} | \`${tests}\` |\n`,
  )
  const acts = [
    ['request', '–', 'reason, day'],
    ['approve', 'who requested it', '–'],
    ['refuse', 'who requested it', '`remark`'],
    ['withdraw', '–', '–'],
  ].map(([act, notBy, reason]) => `| \`${act}\` | ${notBy} | ${reason} | \`${testsOfRules}\` |\n`)
  return `## Rules

A change is in force once approved, and not before its day; until then the old rule is. Whoever may approve it has a to-do until it is decided. Evidence: audit entry of each act, and of the rule with the values before and after.

| Rules | Who may | Limit | Tests |
|---|---|---|---|
${kinds.join('')}
| Act on a change | Not by | Reason | Tests |
|---|---|---|---|
${acts.join('')}`
}
