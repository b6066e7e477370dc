import { UnorderedListOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import type { DocumentName } from '@kufang/contract/registry.ts'
import type { DocumentSlots, ListSlotProps } from '../kit/document/slots.ts'
import { lazyPart } from '../kit/feedback/lazy-part.tsx'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const LoadList = lazyPart(
  async () => ({ default: (await import('./load-list.tsx')).LoadList }),
  'overlay',
)

const messages = defineMessages({
  loadList: { zh: '装车单', en: 'Load list' },
})

/** The page on which vehicles are loaded. */
const loading = '/distribu/deliveryOrderEdit'

function LoadTools({ path }: ListSlotProps): ReactNode {
  const t = useMessages(messages)
  const [isOpen, setOpen] = useState(false)
  if (path !== loading) return null
  return (
    <>
      <Button icon={<UnorderedListOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('loadList')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <LoadList onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

export const documentSlots = {
  'distribution-order': { toolbar: LoadTools },
} satisfies Partial<Record<DocumentName, DocumentSlots>>
