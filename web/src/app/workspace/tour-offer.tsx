import { Button, Flex } from 'antd'
import type { ReactNode } from 'react'
import { Card } from '../../kit/pages/frame/card.tsx'
import { useStore } from '../../kit/state/store.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { workspaceMessages } from './workspace-messages.ts'
import { changeSettings, settingsStore } from './settings.ts'
import { startTour } from './tour-state.ts'

/** Shown on the home page until the tour was taken or declined; the tour never starts automatically. */
export function TourOffer(): ReactNode {
  const t = useMessages(workspaceMessages)
  const { hasSeenTour } = useStore(settingsStore)
  if (hasSeenTour) return null
  return (
    <Card>
      <Flex wrap align="center" gap={8}>
        <span>{t('tourOffer')}</span>
        <Button size="small" onClick={() => changeSettings({ hasSeenTour: true })}>
          {t('tourDecline')}
        </Button>
        <Button size="small" type="primary" onClick={startTour}>
          {t('tourStart')}
        </Button>
      </Flex>
    </Card>
  )
}
