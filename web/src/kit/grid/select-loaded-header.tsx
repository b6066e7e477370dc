import type { GridApi, IHeaderParams } from 'ag-grid-community'
import { Checkbox } from 'antd'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../text/messages.ts'
import { selectableNodes } from './follow-selection.ts'
import { drawnBy } from './grid-contents.tsx'
import { gridMessages } from './grid-messages.ts'

interface Ticked {
  selected: number
  selectable: number
}

function LoadedHeader({ api }: IHeaderParams): ReactNode {
  const t = useMessages(gridMessages)
  const [ticked, setTicked] = useState<Ticked>({ selected: 0, selectable: 0 })
  useEffect(() => {
    const count = (): void => setTicked(countTicked(api))
    count()
    api.addEventListener('selectionChanged', count)
    api.addEventListener('modelUpdated', count)
    return () => {
      if (api.isDestroyed()) return
      api.removeEventListener('selectionChanged', count)
      api.removeEventListener('modelUpdated', count)
    }
  }, [api])
  const isAll = ticked.selectable > 0 && ticked.selected === ticked.selectable
  const select = (isSelected: boolean): void => {
    api.setNodesSelected({ nodes: selectableNodes(api), newValue: isSelected })
    // AG Grid reports the change later; update the checkbox immediately.
    setTicked(countTicked(api))
  }
  return (
    <Checkbox
      aria-label={t('selectLoaded')}
      title={t('selectLoaded')}
      checked={isAll}
      indeterminate={!isAll && ticked.selected > 0}
      onChange={(event) => select(event.target.checked)}
    />
  )
}

/** Selects the loaded rows; "all N results" is a separate step in the footer. */
export const SelectLoadedHeader = drawnBy(LoadedHeader)

function countTicked(api: GridApi): Ticked {
  const nodes = selectableNodes(api)
  return {
    selected: nodes.filter((node) => node.isSelected() === true).length,
    selectable: nodes.length,
  }
}
