import { describe, expect, test } from 'vitest'
import { registry } from '../registry.ts'
import { alonePaths, concernsPerson, wordsOfStop, type AlonePath } from './alone.ts'
import { pageCatalogue } from './catalogue/page-catalogue.ts'
import { controlsOf } from './controls.ts'
import { decide, type Decider } from './decide.ts'
import type { ActionDeclaration } from './declare/action-declaration.ts'
import type { AnyDocument } from './declare/define-document.ts'

const documents = Object.values<AnyDocument>(registry.documents)
const functionCodes = documents.flatMap(({ actions }) =>
  Object.values(actions).flatMap(({ functionCode }) => functionCode ?? []),
)
const person = (roles: readonly string[], codes: readonly string[] = []): Decider => ({
  userId: 'p',
  userName: '某人',
  roles: new Set(roles),
  isAdmin: false,
  functionCodes: new Set(codes),
})
const everybody = person(
  pageCatalogue.map(({ role }) => role),
  functionCodes,
)
const administrator: Decider = { ...person([]), isAdmin: true }

const words = ({ steps }: AlonePath) =>
  steps.map(({ document, act, stop }) => `${document} ${act}${stop === null ? '' : ' -'}`)
const pathOf = (paths: readonly AlonePath[], document: string, goal: AlonePath['goal']) =>
  paths.find((one) => one.document === document && one.goal === goal)!

/** The declarations with this action of a document changed. */
const changed = (document: string, action: string, change: Partial<ActionDeclaration<string>>) =>
  documents.map((one) =>
    one.name === document
      ? { ...one, actions: { ...one.actions, [action]: { ...one.actions[action]!, ...change } } }
      : one,
  )

/** Ways that one person may walk alone on purpose; their declarations say why. */
const permitted = [
  'unannounced-arrival goods',
  'emergency-issue goods',
  'freeze-order goods',
  'batch-freeze goods',
  'freeze-release goods',
  'place-freeze goods',
  'preservation-task goods',
]

describe('one person alone', () => {
  test.each([
    ['with all roles and function codes', everybody],
    ['who is an administrator', administrator],
  ])('%s creates no stock, moves none and posts none from beginning to end', (_who, one) => {
    const paths = alonePaths(documents, one)
    const named = (some: readonly AlonePath[]) =>
      some.map((path) => `${path.document} ${path.goal}`)
    expect(named(paths.filter(({ isOpen }) => isOpen))).toEqual([])
    expect(named(paths.filter(({ because }) => because !== null))).toEqual(permitted)
    // Nothing is left out: every document that moves goods or is posted has its way, and its act that is stopped.
    const posting = documents.filter(({ posts }) => posts === true).map(({ name }) => name)
    const shown = new Set(
      paths.flatMap(({ document, goal }) => (goal === 'posting' ? document : [])),
    )
    expect([...shown].sort()).toEqual([...posting].sort())
    for (const { because, steps } of paths)
      expect(steps.some(({ stop }) => stop !== null)).toBe(because === null)
  })

  test('may put goods into another bin of their storage location, which is no movement of stock', () => {
    const paths = alonePaths(documents, everybody)
    expect(paths.some(({ document }) => document === 'location-adjustment')).toBe(false)
  })

  test('is stopped on a receipt at the note, at the review and at the posting', () => {
    const path = pathOf(alonePaths(documents, everybody), 'goods-receipt', 'posting')
    expect(words(path)).toEqual([
      'delivery-note create',
      'delivery-note submit',
      'delivery-note confirm -',
      'arrival create',
      'arrival confirm',
      'goods-receipt create',
      'goods-receipt receive',
      'goods-receipt review -',
      'goods-receipt post -',
    ])
    const last = path.steps.at(-1)!
    expect(wordsOfStop(last.stop!)).toEqual({
      zh: '须由另一人执行：本人已做“制单”“收货”',
      en: 'someone else must do it: he did "Creating", "Receive"',
    })
  })

  test('goes the whole way of a document from which the four eyes are taken', () => {
    const without = changed('stock-initialisation', 'initialise', { notBy: [] })
    const paths = alonePaths(without, everybody)
    const open = paths.filter(({ isOpen }) => isOpen)
    // With it what the system makes for others is his own work, too.
    expect(open.map(({ document, goal }) => `${document} ${goal}`)).toEqual([
      'linked-arrival goods',
      'linked-arrival posting',
      'stock-initialisation goods',
    ])
    expect(words(open.at(-1)!)).toEqual([
      'stock-initialisation create',
      'stock-initialisation submit',
      'stock-initialisation initialise',
    ])
  })

  test('goes through a note that he may confirm himself, up to the stock of a receipt', () => {
    const open = alonePaths(changed('delivery-note', 'confirm', { notBy: [] }), everybody)
      .filter(({ isOpen }) => isOpen)
      .map(({ document, goal }) => `${document} ${goal}`)
    expect(open).toEqual([
      'arrival goods',
      'arrival posting',
      'goods-receipt goods',
      'linked-arrival goods',
      'linked-arrival posting',
      'arrival-shortage goods',
      'arrival-shortage posting',
      'sample-withdrawal goods',
      'sample-withdrawal posting',
      'rejected-goods goods',
      'zero-value-receipt goods',
      // That the signature of another person makes it is said by the effect, not by the declarations.
      'direct-issue goods',
      'direct-issue posting',
    ])
  })

  test('is stopped by the four eyes towards any one act that he must have done', () => {
    const withoutSubmit = changed('delivery-note', 'confirm', { notBy: ['submit'] })
    const paths = alonePaths(withoutSubmit, everybody)
    expect(pathOf(paths, 'arrival', 'goods').isOpen).toBe(false)
  })

  test('lacks a role, or a function code, before any four eyes', () => {
    const paths = alonePaths(documents, person(['DHQR', 'DKSH', 'ZCDCJ', 'ZCDBJSC']))
    const receipt = pathOf(paths, 'goods-receipt', 'posting')
    expect(receipt.steps.flatMap(({ stop }) => stop?.kind ?? [])).toEqual([
      'role',
      'role',
      'role',
      'role',
      'role',
    ])
    expect(wordsOfStop(receipt.steps.at(-1)!.stop!).zh).toBe('没有角色 RKGZ')
    const transfer = pathOf(paths, 'transfer-order', 'goods')
    expect(wordsOfStop(transfer.steps.at(-1)!.stop!).zh).toBe('没有按钮权限 ZCDSP')
    expect(paths.filter(concernsPerson).map(({ document, goal }) => `${document} ${goal}`)).toEqual(
      [
        'arrival goods',
        'arrival posting',
        'goods-receipt goods',
        'goods-receipt posting',
        'transfer-order goods',
        'transfer-order posting',
      ],
    )
  })

  test('who may do nothing has no way of his own', () => {
    expect(alonePaths(documents, person([])).filter(concernsPerson)).toEqual([])
  })
})

describe('at each control of the matrix', () => {
  const controls = documents.flatMap((definition) =>
    controlsOf(definition)
      .filter(({ notBy, isSystem }) => notBy.length > 0 && !isSystem)
      .map(({ act, notBy }) => ({ definition, act, notBy })),
  )
  /** The document where the control is next, with an earlier act of this person. */
  const readyFor = (
    { definition, act }: (typeof controls)[number],
    earlier: string,
    userId: string,
  ) => {
    const { from, erpFrom } = definition.actions[act]!
    const page = Object.values(definition.pages).find(
      ({ actions, actionAfterCreate }) => actions?.includes(act) || actionAfterCreate === act,
    )
    return {
      ...page?.where,
      docNo: 'X1',
      state: from[0]!,
      erpState: erpFrom?.[0] ?? 'notNeeded',
      acts: { [earlier]: { userId, userName: '某人', at: '2026-11-22T08:00:00Z' } },
    }
  }

  test.each([
    ['with every role', everybody],
    ['who is an administrator', administrator],
  ])('one account alone %s is refused, whichever part it has done before', (_who, one) => {
    expect(controls.length).toBeGreaterThan(50)
    for (const control of controls)
      for (const earlier of control.notBy) {
        const { definition, act } = control
        const own = decide(definition, act, one, readyFor(control, earlier, one.userId))
        expect([definition.name, act, earlier, own?.code]).toEqual([
          definition.name,
          act,
          earlier,
          'separation-of-duties',
        ])
        const other = decide(definition, act, one, readyFor(control, earlier, 'q'))
        expect([definition.name, act, other]).toEqual([definition.name, act, null])
      }
  })

  test('an account whose password somebody else knows is nobody’s second person', () => {
    const known = { ...everybody, account: 'novice', passwordKnownTo: '管理员（admin）' }
    for (const control of controls) {
      const { definition, act, notBy } = control
      const refused = decide(definition, act, known, readyFor(control, notBy[0]!, 'q'))
      expect([definition.name, act, refused?.code]).toEqual([
        definition.name,
        act,
        'password-known',
      ])
    }
  })
})
