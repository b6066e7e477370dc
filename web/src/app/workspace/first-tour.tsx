import { Tour } from 'antd'
import type { ReactNode } from 'react'
import { useMessages } from '../../kit/text/messages.ts'
import { workspaceMessages } from './workspace-messages.ts'
import { changeSettings } from './settings.ts'
import { endTour } from './tour-state.ts'

/** The element of the shell a step points at; null for the centre of the window. */
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

/** The four steps of the tour; loaded when it starts. */
export default function FirstTour(): ReactNode {
  const t = useMessages(workspaceMessages)
  const end = (): void => {
    endTour()
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
