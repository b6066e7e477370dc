import { FileAddOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import type { DocumentName } from '@kufang/contract/registry.ts'
import type {
  BesideSlotProps,
  DocumentSlots,
  EntrySlotProps,
  ListSlotProps,
} from '../kit/document/slots.ts'
import { lazyPart } from '../kit/feedback/lazy-part.tsx'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  missing: { zh: '从补库建议生成', en: 'Make from what is missing' },
  missingTitle: {
    zh: '列出目标与可用、质检、在订、在途、已占用、已申请相抵后的缺额，勾选后生成补库申请单',
    en: 'Lists what is missing to the targets after free, inspected, ordered, coming, reserved and requested goods; selected rows become a request',
  },
})

const ReplenishDialog = lazyPart(
  async () => ({ default: (await import('./replenish-dialog.tsx')).ReplenishDialog }),
  'overlay',
)
const ProposalTools = lazyPart(async () => ({
  default: (await import('./proposal-tools.tsx')).ProposalTools,
}))
const ReasonsBeside = lazyPart(async () => ({
  default: (await import('./reasons-beside.tsx')).ReasonsBeside,
}))

/** On the page of replenishment requests: a request for the selected rows of what is missing. */
function MissingButton({ onChanged }: ListSlotProps): ReactNode {
  const t = useMessages(messages)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        icon={<FileAddOutlined aria-hidden />}
        title={t('missingTitle')}
        onClick={() => setOpen(true)}
      >
        {t('missing')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReplenishDialog onMade={onChanged} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function Tools(props: EntrySlotProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <ProposalTools {...props} />
    </Suspense>
  )
}

function Beside(props: BesideSlotProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <ReasonsBeside {...props} />
    </Suspense>
  )
}

export const documentSlots = {
  'safe-stock-change': { summary: Tools, beside: Beside },
  'replenishment-request': { toolbar: MissingButton },
} satisfies Partial<Record<DocumentName, DocumentSlots>>
