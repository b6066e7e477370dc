import { TableOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import type { DocumentName } from '@kufang/contract/registry.ts'
import type { BesideSlotProps, DocumentSlots, ListSlotProps } from '../kit/document/slots.ts'
import { lazyPart } from '../kit/feedback/lazy-part.tsx'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  plan: { zh: '按范围生成盘点表', en: 'Make sheets of a scope' },
  planTitle: {
    zh: '按库区、货位、物料组或保管员，把应盘的库存分成盘点表并下达',
    en: 'Divides the stock of an area, bins, a material group or a keeper into count sheets and starts them',
  },
})

const PlanDialog = lazyPart(
  async () => ({ default: (await import('./count-plan-dialog.tsx')).CountPlanDialog }),
  'overlay',
)
const Panel = lazyPart(async () => ({
  default: (await import('./investigation-panel.tsx')).InvestigationPanel,
}))

/** Opens the plan on the page where counts are made. */
function PlanButton({ path, onChanged }: ListSlotProps): ReactNode {
  const t = useMessages(messages)
  const [isOpen, setOpen] = useState(false)
  if (path !== '/checkForm/checkFormCreate') return null
  return (
    <>
      <Button
        icon={<TableOutlined aria-hidden />}
        title={t('planTitle')}
        onClick={() => setOpen(true)}
      >
        {t('plan')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PlanDialog onClose={() => setOpen(false)} onDone={onChanged} />
        </Suspense>
      )}
    </>
  )
}

/** While somebody decides about differences; who counts again does not see what the first one found. */
const isInvestigated: ReadonlySet<string> = new Set(['differing', 'handled', 'toDirector'])

function Investigated(props: BesideSlotProps): ReactNode {
  if (!isInvestigated.has(props.document.header.state)) return null
  return (
    <Suspense fallback={null}>
      <Panel {...props} />
    </Suspense>
  )
}

export const documentSlots = {
  stocktaking: { toolbar: PlanButton, beside: Investigated },
} satisfies Partial<Record<DocumentName, DocumentSlots>>
