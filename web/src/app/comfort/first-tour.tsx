import { Button, Card, Flex, Tour } from 'antd'
import type { ReactNode } from 'react'
import { createStore, useStore } from '../../kit/store.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { comfortMessages } from './comfort-messages.ts'
import { changeSettings, settingsStore } from './settings.ts'

const tourStore = createStore(false)

/** Begins the tour, the first time or once more. */
export function startTour(): void {
  tourStore.set(true)
}

/** The part of the shell that a step points at; null is the middle of the window. */
function targetOf(name: string): HTMLElement | null {
  const element = document.querySelector<HTMLElement>(`[data-tour="${name}"]`)
  return element !== null && element.checkVisibility({ visibilityProperty: true }) ? element : null
}

const steps = [
  { target: 'menu', title: 'tourMenu', text: 'tourMenuText', placement: 'right' },
  { target: 'tabs', title: 'tourTabs', text: 'tourTabsText', placement: 'bottom' },
  { target: 'todos', title: 'tourTodos', text: 'tourTodosText', placement: 'bottom' },
  { target: 'person', title: 'tourPerson', text: 'tourPersonText', placement: 'bottomRight' },
] as const

/** The four steps around the shell. */
export function FirstTour(): ReactNode {
  const t = useMessages(comfortMessages)
  const isOpen = useStore(tourStore)
  if (!isOpen) return null
  const end = (): void => {
    tourStore.set(false)
    changeSettings({ hasSeenTour: true })
  }
  return (
    <Tour
      open
      onClose={end}
      onFinish={end}
      steps={steps.map((step) => ({
        target: targetOf(step.target),
        title: t(step.title),
        description: t(step.text),
        placement: step.placement,
      }))}
    />
  )
}

/** On the home page until the tour was taken or declined: it never opens by itself. */
export function TourOffer(): ReactNode {
  const t = useMessages(comfortMessages)
  const { hasSeenTour } = useStore(settingsStore)
  if (hasSeenTour) return null
  return (
    <Card size="small">
      <Flex wrap align="center" gap={8}>
        <span>{t('tourOffer')}</span>
        <Button size="small" type="primary" onClick={startTour}>
          {t('tourStart')}
        </Button>
        <Button size="small" onClick={() => changeSettings({ hasSeenTour: true })}>
          {t('tourDecline')}
        </Button>
      </Flex>
    </Card>
  )
}
