import type { Label } from './label.ts'

/** A failed posting of a document, or a step of it. */
export interface FailedPosting {
  direction: 'post' | 'reverse'
  /**
   * State of the posting; `workRefused` if it is in the ERP and what follows it was refused, `cancelledInErp` if somebody
   * reversed it in the ERP itself.
   */
  state: string
  documentNo: string
  /** Label of the step, of documents that are posted in several. */
  step?: Label
}

/** What failed in the ERP and why, and what the person can do about it. */
export interface PostingFailure extends Label {
  cure: Label
}

/** The actions by which a person posts and reverses in the ERP. */
export const postingActions = {
  post: { zh: '过账', en: 'Post' },
  reverse: { zh: 'ERP冲销', en: 'Reverse in ERP' },
} as const satisfies Record<FailedPosting['direction'], Label>

/**
 * What to do about a failed posting; the same on the document, in the inbox and in messages.
 *
 * @param docNo of the document shown, which may wait for the posting of another
 */
export function cureOf(failed: FailedPosting, docNo: string = failed.documentNo): Label {
  const { direction, documentNo, state, step } = failed
  if (documentNo !== docNo)
    return {
      zh: `这是 ${documentNo} 的过账，请先处理该单据。`,
      en: `This is the posting of ${documentNo}: settle that document first.`,
    }
  if (state === 'blocked')
    return {
      zh: '请系统管理员在“SAP接口配置”中排除原因并恢复接口，之后自动重新发送。',
      en: 'Have the administrator remove the cause and release the interface on "SAP interface configuration"; it is then sent again automatically.',
    }
  if (state === 'cancelledInErp')
    return {
      zh: '若货物未退回，请再次“过账”；若已退回，请办理“冲销申请”，批准后办理“实物冲销”。',
      en: `If the goods did not go back, press "${postingActions.post.en}" again; if they did, request the reversal, and reverse the goods movement once it is approved.`,
    }
  const { zh, en } = postingActions[direction]
  const again = { zh: `排除原因后再次“${zh}”`, en: `Remove the cause and press "${en}" again` }
  if (state === 'workRefused')
    return {
      zh: `${again.zh}：只重新办理后续工作，不会再次过账。`,
      en: `${again.en}: only what follows is repeated, nothing is posted again.`,
    }
  if (step === undefined)
    return { zh: `${again.zh}，ERP 只会记账一次。`, en: `${again.en}; the ERP books it only once.` }
  if (direction === 'reverse')
    return {
      zh: `${again.zh}，只会继续未冲销的步骤。`,
      en: `${again.en}: only the steps that are not reversed are continued.`,
    }
  return {
    zh: `${again.zh}，将从“${step.zh}”继续。`,
    en: `${again.en}: it continues with "${step.en}".`,
  }
}
