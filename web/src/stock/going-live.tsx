import { FlagOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { SidePanel } from '../kit/dialog/side-panel.tsx'
import { lazyPart } from '../kit/feedback/lazy-part.tsx'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const GoingLivePanel = lazyPart(() => import('./going-live-panel.tsx'), 'overlay')

const messages = defineMessages({
  open: { zh: '上线进度', en: 'Going live' },
})

/** Opens the progress of all storage locations beside the list of initial stock. */
export function GoingLive(): ReactNode {
  const t = useMessages(messages)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<FlagOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      <SidePanel isOpen={isOpen} isWide title={t('open')} onClose={() => setOpen(false)}>
        <Suspense fallback={null}>
          <GoingLivePanel />
        </Suspense>
      </SidePanel>
    </>
  )
}
