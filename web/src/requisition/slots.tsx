import { NodeIndexOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import type { DocumentName } from '@kufang/contract/registry.ts'
import type { DocumentSlots, ListSlotProps } from '../kit/document/slots.ts'
import { lazyPart } from '../kit/feedback/lazy-part.tsx'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { gatePassOf } from './gate-pass-code.ts'
import { EntryTools } from './entry-tools.tsx'

const PickingWalk = lazyPart(
  async () => ({ default: (await import('./picking-walk.tsx')).PickingWalk }),
  'overlay',
)

const messages = defineMessages({
  walk: { zh: '拣货路线', en: 'Picking walk' },
})

/** The page on which the storekeeper takes up approved requisitions. */
const queue = '/pickings/materialApplicationOut'

function WalkTools({ path }: ListSlotProps): ReactNode {
  const t = useMessages(messages)
  const [isOpen, setOpen] = useState(false)
  if (path !== queue) return null
  return (
    <>
      <Button icon={<NodeIndexOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('walk')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PickingWalk onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

export const documentSlots = {
  requisition: { toolbar: WalkTools, summary: EntryTools },
  'emergency-issue': { printCode: gatePassOf('emergency-issue') },
} satisfies Partial<Record<DocumentName, DocumentSlots>>
