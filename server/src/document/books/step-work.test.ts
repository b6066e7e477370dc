import { documentDefinition } from '@kufang/contract/registry.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { periodOf } from '@kufang/kernel/local-date.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runProofs } from '../../ledger/public.ts'
import { closePeriod, openPeriod } from '../../ledger/periods/periods.ts'
import { effectsOf, registerEffects, type LoosePort } from '../effects/effects.ts'
import { makeOver, stepsOf, wayTo } from '../journey/walk.ts'
import { runAction } from '../service/service.ts'
import { tableByName } from '../storage/table.ts'
import { loadVisible } from '../storage/store.ts'
import { goods, newPlace } from '../testing/ground.ts'
import { materials, person } from '../testing/small-company.ts'
import { approveReversal, expectRefused, useWorld } from '../testing/trade.ts'
import { worldWalker } from '../testing/world-walker.ts'
import { nextSteps } from '../storage/todo.ts'
import { readPostingFailures } from './posting-failures.ts'
import { readSteps } from './steps.ts'

// Work that follows the last posting step, in a transfer whose `settled` action also runs after its placement.

const name = 'transfer-order'
const world = useWorld()
const declared = documentDefinition(name)!.postingSteps as Record<string, { settled?: string }>
const own = { ...declared['placement'] }
/** Here an initialisation needs no second person, as nothing that the system makes in another company does. */
const entered = documentDefinition('stock-initialisation')!.actions as Record<
  string,
  { notBy?: readonly string[] }
>
const reviewed = entered['initialise']!

/** What the work does before it succeeds. */
let obstacle: 'none' | 'refusal' | 'death' = 'none'
/** Whether the work makes a document in company 1020, moves goods there, and posts it. */
let isElsewhere = false
/** The ERP's answers with which the work was done. */
const done: string[] = []

beforeAll(() => {
  declared['placement'] = { ...own, settled: 'postPlacement' }
  entered['initialise'] = { ...reviewed, notBy: [] }
  const effects = effectsOf(name)
  registerEffects([
    {
      ...effects,
      actions: {
        ...effects.actions,
        async postPlacement(context) {
          const { tx, document, documents, input, refuse, setHeader } = context
          const steps = await readSteps(tx, name, document)
          if (steps[1]!.materialDocument === '' && steps[1]!.state === 'waiting')
            return effects.actions['postPlacement']!(context)
          if (obstacle === 'refusal')
            throw refuse('transfer-same-location', { plant: '0001', storageLocation: '1001' })
          if (isElsewhere) return setHeader({ reason: await receiveElsewhere(documents) })
          setHeader({ reason: textOf(input['materialDocument']) })
          if (obstacle === 'death') throw new Error('the process ended')
          done.push(textOf(input['materialDocument']))
        },
      },
    },
  ])
})
beforeEach(() => {
  done.length = 0
  obstacle = 'none'
  isElsewhere = false
  world().erp.faults.length = 0
})
afterAll(() => {
  declared['placement'] = own
  entered['initialise'] = reviewed
})

/** Enters ten bolts into the stock of company 1020 and posts that; returns the number of the document. */
async function receiveElsewhere(documents: LoosePort): Promise<string> {
  const made = await documents.create('stock-initialisation', {
    companyCode: '1020',
    header: { plant: '0003', storageLocation: '3001', origin: 'new' },
    lines: [{ materialNo: materials.bolt, quantity: '10', bin: 'C-01', stockCategory: 'UU' }],
  })
  for (const action of ['submit', 'initialise'] as const)
    await documents.act('stock-initialisation', '1020', made.id, action)
  await documents.post('stock-initialisation', '1020', made.id)
  return made.docNo
}

const header = async (id: string) => (await world().read(name, id)).header
const reversed = { input: { reason: '重复办理' } }
const stepsOfOrder = (id: string) => readSteps(world().database, name, { companyCode: '1010', id })
const statesOf = async (id: string) => (await stepsOfOrder(id)).map(({ state }) => state)
const inErp = async (id: string) =>
  (
    await world().database.query<{ postingKey: string }>(
      `select posting_key from erp_posting where document_id = $1 and direction = 'post' order by sequence`,
      [id],
    )
  ).flatMap(({ postingKey }) => world().erp.withKey(postingKey))

/** A transfer whose two steps are posted and whose last work was refused. */
async function withRefusedWork(): Promise<string> {
  const id = await inPosting()
  if (!isElsewhere) obstacle = 'refusal'
  await world().send()
  expect(await statesOf(id)).toEqual(['posted', 'workRefused'])
  return id
}

async function inPosting(): Promise<string> {
  const walker = worldWalker(world(), await newPlace(world()))
  const lines = goods(2, materials.valve, '10')
  await walker.stock!(lines)
  const id = await makeOver(walker, name, lines, stepsOf(wayTo(name, 'received')))
  await world().act(name, id, 'post')
  return id
}

test('a last step whose work is refused is posted and says why, its poster has it to do again, and posting again repeats the work alone, once, with the answer of the ERP', async () => {
  const id = await withRefusedWork()
  const [, placement] = await stepsOfOrder(id)
  expect(placement!.workZh).toContain('1001')
  expect(placement!.workEn).toContain('1001')
  expect(placement!.messageZh).toBe('')
  const { state, erpState, version } = await header(id)
  expect(erpState).toBe('partlyPosted')
  expect(nextSteps(documentDefinition(name)!, { state, erpState })).toMatchObject([
    { action: 'post' },
  ])
  const told = await readPostingFailures(world().database, [
    { companyCode: '1010', documentType: name, documentId: id },
  ])
  expect(told.get(id)?.zh).toMatch(/^接收过账已在 ERP 中，后续办理被拒绝：.*1001/)
  expect(told.get(id)?.en).toMatch(
    /^Post receipt is in the ERP, what follows it was refused: .*1001/,
  )
  await expectRefused(world(), () => world().act(name, id, 'post'), [
    { code: 'transfer-same-location' },
  ])
  obstacle = 'none'
  const key = newId()
  const actor = world().actorFor(name, 'post')
  const again = () => runAction(world().database, actor, name, id, 'post', { version }, key)
  const result = await again()
  expect(await again()).toEqual(result)
  expect(result).toMatchObject({ erpState: 'posted', version: (await header(id)).version })
  await expectRefused(world(), () => world().act(name, id, 'post'), [{ code: 'wrong-erp-state' }])
  await world().send()
  expect(await statesOf(id)).toEqual(['posted', 'posted'])
  expect((await stepsOfOrder(id))[1]!.workZh).toBe('')
  expect((await world().read(name, id)).lines.map((line) => line.lineErpState)).toEqual([
    'posted',
    'posted',
  ])
  const documents = await inErp(id)
  expect(documents).toHaveLength(2)
  expect(done).toEqual([documents[1]!.MaterialDocument])
  const log = await world().database.query(
    `select action, user_name from audit_entry where subject_id = $1 and action in ('post', 'postPlacement', 'stepRefused')
     order by id`,
    [id],
  )
  const userName = actor.session.userName
  expect(log).toEqual([
    { action: 'post', userName },
    { action: 'postPlacement', userName: '系统' },
    { action: 'stepRefused', userName: '系统' },
    { action: 'post', userName },
    { action: 'postPlacement', userName },
  ])
})

test('two people who post it again at the same time do the work once', async () => {
  const id = await withRefusedWork()
  obstacle = 'none'
  const ends = await Promise.allSettled([
    world().act(name, id, 'post'),
    world().act(name, id, 'post'),
  ])
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(done).toHaveLength(1)
})

test('a server that dies while it repeats the work has done none of it, and the next one does it', async () => {
  const id = await withRefusedWork()
  const before = await header(id)
  obstacle = 'death'
  await expect(world().act(name, id, 'post')).rejects.toThrow('the process ended')
  expect(await header(id)).toEqual(before)
  expect(await statesOf(id)).toEqual(['posted', 'workRefused'])
  obstacle = 'none'
  await world().act(name, id, 'post')
  expect(await statesOf(id)).toEqual(['posted', 'posted'])
  expect(done).toHaveLength(1)
})

test('instead of the work the posting can be reversed; if the ERP refuses that, the work can still be repeated', async () => {
  const id = await withRefusedWork()
  await approveReversal(world(), name, id)
  await expectRefused(world(), () => world().act(name, id, 'reversePhysical', reversed), [
    { code: 'wrong-erp-state' },
  ])
  world().erp.faults.push('period-closed')
  await world().act(name, id, 'reverse')
  expect(await statesOf(id)).toEqual(['reversing', 'reversing'])
  await world().send()
  expect(await statesOf(id)).toEqual(['posted', 'workRefused'])
  const [, placement] = await stepsOfOrder(id)
  expect(placement!.workZh).toContain('1001')
  expect(placement!.messageZh).not.toBe('')
  expect((await header(id)).erpState).toBe('partlyPosted')
  obstacle = 'none'
  await world().act(name, id, 'refuseReversal', { input: { reason: '期间已月结' } })
  await world().act(name, id, 'post')
  expect((await stepsOfOrder(id))[1]).toMatchObject({ workZh: '', state: 'posted' })
  expect(done).toHaveLength(1)
  await approveReversal(world(), name, id)
  await world().act(name, id, 'reverse')
  await world().send()
  expect(await statesOf(id)).toEqual(['reversed', 'reversed'])
})

test('with the posting reversed, the refused work is not wanted any more, the goods go back, and both books agree', async () => {
  const id = await withRefusedWork()
  await approveReversal(world(), name, id)
  await world().act(name, id, 'reverse')
  await world().send()
  expect(await statesOf(id)).toEqual(['reversed', 'reversed'])
  expect((await stepsOfOrder(id)).map(({ workZh }) => workZh)).toEqual(['', ''])
  await world().act(name, id, 'reversePhysical', reversed)
  expect((await header(id)).state).toBe('reversed')
  expect(done).toEqual([])
  for (const proof of await runProofs(world().database)) expect(proof.rows, proof.name).toEqual([])
})

test('work in another company is refused with the name of that company while its period is closed, leaves nothing there, and makes one document there when it is repeated', async () => {
  const { database } = world()
  const period = (change: typeof closePeriod) =>
    database.transaction((tx) => change(tx, '1020', periodOf(companyToday()), newId()))
  const made = () =>
    database.query<{ id: string; docNo: string; erpState: string }>(
      `select id, doc_no, erp_state from stock_initialisation where company_code = '1020'`,
    )
  isElsewhere = true
  await period(closePeriod)
  const id = await withRefusedWork()
  expect((await stepsOfOrder(id))[1]!.workZh).toContain('公司 1020 已关闭')
  expect((await stepsOfOrder(id))[1]!.workEn).toContain('closed in company 1020')
  expect(await made()).toEqual([])
  await expectRefused(world(), () => world().act(name, id, 'post'), [
    { code: 'period-closed', params: expect.objectContaining({ company: '1020' }) as never },
  ])
  await period(openPeriod)
  await world().act(name, id, 'post')
  await world().send()
  const [receipt, ...others] = await made()
  expect(others).toEqual([])
  expect(receipt).toMatchObject({ erpState: 'posted' })
  // What was refused has left no gap in the numbers of the other company.
  expect(receipt!.docNo).toMatch(/0001$/)
  expect(await header(id)).toMatchObject({ erpState: 'posted', reason: receipt!.docNo })
  const log = await database.query(
    `select company_code, action from audit_entry where subject_id = any($1) and action in ('create', 'initialise', 'postPlacement')
     and company_code in ('1010', '1020') and (subject_id <> $2 or action = 'postPlacement') order by id`,
    [[id, receipt!.id], id],
  )
  expect(log).toEqual([
    // After the removal, and after the placement when the work was repeated.
    { companyCode: '1010', action: 'postPlacement' },
    { companyCode: '1020', action: 'create' },
    { companyCode: '1020', action: 'initialise' },
    { companyCode: '1010', action: 'postPlacement' },
  ])
  const sees = async (companyCode: string) => {
    const reader = person('查询员', ['admin'], { companyCodes: [companyCode] })
    const found = await Promise.all([
      loadVisible(database, tableByName(name), reader, id),
      loadVisible(database, tableByName('stock-initialisation'), reader, receipt!.id),
    ])
    return found.map((one) => one !== undefined && one !== null)
  }
  expect(await sees('1010')).toEqual([true, false])
  expect(await sees('1020')).toEqual([false, true])
  for (const proof of await runProofs(database)) expect(proof.rows, proof.name).toEqual([])
})
