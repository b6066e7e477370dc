import type { ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import { isInBooks, isReversed, transferSteps } from './postings.ts'
import { postingsOf, type Paper, type Posting, type State } from './state.ts'

const failed = ['rejected', 'dead']
const isStuck = ({ state, dependsOn }: Posting): boolean =>
  state === 'pending' && dependsOn.some((one) => failed.includes(one.state))
const isFailed = (posting: Posting): boolean => failed.includes(posting.state) || isStuck(posting)
const isOpen = ({ state }: Posting): boolean => state === 'pending' || state === 'unknown'

/** The ERP state of a paper and its lines after one of its postings, or one that it waits for, was settled. */
export function follow(state: State, paper: Paper): void {
  if (paper.erpState === 'notNeeded') return
  const postings = postingsOf(state, paper).filter((posting) => posting.state !== 'closed')
  if (paper.name === 'transfer-order') return followSteps(state, paper, postings)
  const changed = lineStates(state, paper, postings)
  Object.assign(paper.lines, Object.fromEntries(changed))
  const found =
    paper.name === 'arrival'
      ? byLine(Object.values(paper.lines), state, postings)
      : ofLines([...changed.values()], state, postings)
  paper.erpState = found ?? paper.erpState
}

/** The papers whose postings wait for this one follow it, but for the one that just requested it. */
export function followDependents(state: State, posting: Posting, asking?: Paper): void {
  for (const other of state.postings)
    if (
      other.state === 'pending' &&
      other.dependsOn.includes(posting) &&
      other.paper !== posting.paper &&
      other.paper !== asking
    )
      follow(state, other.paper)
}

/** While a reversal is on its way and none was refused, whatever is in the books is being reversed. */
function isReversing(postings: readonly Posting[]): boolean {
  const reversals = postings.filter(({ direction }) => direction === 'reverse')
  return !reversals.some(({ state }) => failed.includes(state)) && reversals.some(isOpen)
}

/** Who reversed it last. */
const isCancelledDirectly = (state: State, posting: Posting): boolean =>
  state.postings.findLast((one) => one.reverses === posting && one.state === 'posted')?.isDirect ===
  true

/** The lines of which the postings say something: the first ERP document that is not posted decides. */
function lineStates(
  state: State,
  paper: Paper,
  postings: readonly Posting[],
): Map<number, ErpState> {
  const live = new Map<number, ErpState>()
  const gone = new Map<number, ErpState>()
  for (const posting of postings.filter(({ direction }) => direction === 'post'))
    for (const line of new Set(posting.items.map(({ move }) => move.line)))
      if (isReversed(state, posting))
        gone.set(line, isCancelledDirectly(state, posting) ? 'cancelledInErp' : 'reversed')
      else if ((live.get(line) ?? 'posted') === 'posted')
        live.set(
          line,
          posting.state === 'posted' ? 'posted' : isFailed(posting) ? 'failed' : 'posting',
        )
  const reversing = isReversing(postings)
  const changed = new Map<number, ErpState>()
  for (const line of Object.keys(paper.lines).map(Number)) {
    const own = live.get(line) ?? gone.get(line)
    if (own !== undefined) changed.set(line, own === 'posted' && reversing ? 'reversing' : own)
    // Its posting was given up before it was sent.
    else if (paper.lines[line] === 'posting' || isUnposted(paper, line))
      changed.set(line, 'unposted')
    // Given up after the ERP refused it.
    else if (paper.lines[line] === 'failed') changed.set(line, 'failed')
  }
  return changed
}

/** Given up, while other lines of the paper are on their way. */
const isUnposted = ({ erpState, lines }: Paper, line: number): boolean =>
  erpState === 'posting' && lines[line] === 'unposted'

/** The least advanced line decides; with something in the books, what failed or was given up leaves a part. */
function ofLines(
  lines: readonly ErpState[],
  state: State,
  postings: readonly Posting[],
): ErpState | undefined {
  const isPart = postings.some((one) => isInBooks(state, one))
  if (isPart && (lines.includes('failed') || lines.includes('unposted'))) return 'partlyPosted'
  const order: ErpState[] = [
    'failed',
    'posting',
    'reversing',
    'unposted',
    'cancelledInErp',
    'posted',
    'reversed',
  ]
  const found = order.find((one) => lines.includes(one))
  // The reversals of its other ERP documents were given up.
  return found === 'posted' && lines.includes('reversed') ? 'partlyPosted' : found
}

/** The lines of an arrival are posted when somebody needs them: one that nobody needs concerns nobody. */
function byLine(
  lines: readonly ErpState[],
  state: State,
  postings: readonly Posting[],
): ErpState | undefined {
  const has = (...states: ErpState[]) => lines.some((one) => states.includes(one))
  if (has('cancelledInErp'))
    return ofLines(
      lines.filter((one) => one !== 'unposted'),
      state,
      postings,
    )
  const isPart = has('posting', 'posted', 'reversing') && has('unposted', 'reversed')
  return isPart && !has('failed') ? 'byLine' : ofLines(lines, state, postings)
}

/** A transfer is posted when all its steps are and what follows them was done. */
function followSteps(state: State, paper: Paper, postings: readonly Posting[]): void {
  const reversing = isReversing(postings)
  const steps = transferSteps(paper).map((step) => {
    const own = postings.findLast((one) => one.direction === 'post' && one.step === step)
    if (!own) return 'waiting'
    if (isReversed(state, own)) return 'reversed'
    if (own.state !== 'posted') return isFailed(own) ? 'failed' : 'posting'
    return reversing ? 'reversing' : 'posted'
  })
  // Refused work of a reversed step is discarded.
  if (steps[0] === 'reversed') paper.isWorkRefused = false
  const isDirect = postings.some((one) => isReversed(state, one) && isCancelledDirectly(state, one))
  // Given up before it was sent.
  const given = paper.erpState === 'posting' ? 'unposted' : paper.erpState
  const found = ofSteps(steps, paper.isWorkRefused) ?? given
  paper.erpState = found === 'reversed' && isDirect ? 'cancelledInErp' : found
  for (const line of Object.keys(paper.lines).map(Number)) paper.lines[line] = paper.erpState
}

function ofSteps(steps: readonly string[], isWorkRefused: boolean): ErpState | null {
  const isInBooks = steps.includes('posted') || steps.includes('reversing')
  if (steps.includes('failed')) return isInBooks ? 'partlyPosted' : 'failed'
  if (steps.includes('posting')) return 'posting'
  if (steps.includes('reversing')) return 'reversing'
  if (steps.includes('posted'))
    return steps.every((one) => one === 'posted') && !isWorkRefused ? 'posted' : 'partlyPosted'
  return steps.includes('reversed') ? 'reversed' : null
}
