import type { ErpState } from '@kufang/contract/document/erp-state.ts'
import { isReversed } from './rules.ts'
import { postingsOf, type Paper, type Posting, type State } from './state.ts'

const failed = ['rejected', 'dead']
const isStuck = ({ state, dependsOn }: Posting): boolean =>
  state === 'pending' && dependsOn.some((one) => failed.includes(one.state))

/** The ERP state of a paper after one of its postings, or one that it waits for, was settled. */
export function follow(state: State, paper: Paper): void {
  const given = paper.erpState === 'posting' ? 'unposted' : paper.erpState
  paper.erpState = erpStateOf(state, paper) ?? given
}

/** The papers whose postings wait for this one follow it. */
export function followDependents(state: State, posting: Posting): void {
  for (const other of state.postings)
    if (
      other.state === 'pending' &&
      other.dependsOn.includes(posting) &&
      other.paper !== posting.paper
    )
      follow(state, other.paper)
}

function erpStateOf(state: State, paper: Paper): ErpState | null {
  const postings = postingsOf(state, paper).filter((posting) => posting.state !== 'closed')
  const live = postings.find(
    (posting) => posting.direction === 'post' && !isReversed(state, posting),
  )
  if (live) {
    if (live.state !== 'posted')
      return failed.includes(live.state) || isStuck(live) ? 'failed' : 'posting'
    const reversals = postings.filter(({ direction }) => direction === 'reverse')
    const isReversing =
      !reversals.some((one) => failed.includes(one.state)) &&
      reversals.some((one) => one.state === 'pending' || one.state === 'unknown')
    return isReversing ? 'reversing' : 'posted'
  }
  const last = postings.findLast(({ direction }) => direction === 'reverse')
  if (!last) return null
  return last.isDirect ? 'cancelledInErp' : 'reversed'
}
