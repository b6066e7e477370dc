import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import type { BinOnMap } from '@kufang/contract/stock/bin-map.ts'
import { toast } from '../kit/feedback/toast.ts'
import { useMessages } from '../kit/text/messages.ts'
import { newAisle, nextCode, type MapAisle } from './bin-map-layout.ts'
import { mapMessages } from './bin-map-messages.ts'
import styles from './bin-map.module.css'
import type { BinPlaces } from './use-bin-places.ts'

/** The tools of the editor: a further aisle, saving, giving up. */
export function MapEditorBar(props: {
  editor: BinPlaces
  areas: readonly string[]
  aisles: readonly MapAisle[]
  onAdd: (aisle: MapAisle) => void
  onClose: () => void
}): ReactNode {
  const t = useMessages(mapMessages)
  const { editor, areas, aisles } = props
  const [area, setArea] = useState(areas[0] ?? '')
  const [code, setCode] = useState('')
  const next = nextCode(aisles.findLast((one) => one.area === area)?.aisle)
  const add = (): void => {
    const aisle = code.trim() || next
    if (aisles.some((one) => one.area === area && one.aisle === aisle)) {
      toast.warning(t('aisleTaken', { area: area || t('noArea'), aisle }))
      return
    }
    props.onAdd(newAisle(area, aisle))
    setCode('')
  }
  const count = editor.moved.size
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('edit')}>
      <Select
        aria-label={t('newAisleIn')}
        style={{ width: 120 }}
        value={area}
        options={areas.map((value) => ({ value, label: value || t('noArea') }))}
        onChange={setArea}
      />
      <Input
        aria-label={t('newAisleCode')}
        style={{ width: 90 }}
        maxLength={10}
        placeholder={next}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        onPressEnter={add}
      />
      <Button onClick={add}>{t('newAisle')}</Button>
      <span>{t('editHelp')}</span>
      <Button disabled={editor.isBusy || count === 0} onClick={editor.discard}>
        {t('discard')}
      </Button>
      <Button disabled={editor.isBusy} onClick={props.onClose}>
        {t('close')}
      </Button>
      <Button
        type="primary"
        aria-keyshortcuts="Control+S"
        disabled={count === 0}
        loading={editor.isBusy}
        onClick={() => void editor.save()}
      >
        {t('save', { count })}
      </Button>
    </div>
  )
}

/** The bins that stand nowhere on the map; the editor takes them from here. */
export function UnplacedBins(props: {
  bins: readonly BinOnMap[]
  isEditing: boolean
  wordsOf: (bin: string) => string
  onStart: (bin: string, event: PointerEvent) => void
  /** Whether the key was one of the editor's. */
  onKey: (event: KeyboardEvent, bin: string) => boolean
  onOpen: (bin: string) => void
}): ReactNode {
  const t = useMessages(mapMessages)
  const { bins, isEditing } = props
  return (
    <section className={styles.tray} aria-label={t('unplaced', { count: bins.length })}>
      <h3>{t('unplaced', { count: bins.length })}</h3>
      {bins.map(({ bin }) => (
        <button
          key={bin}
          type="button"
          className={styles.waiting}
          title={props.wordsOf(bin)}
          onPointerDown={(event) => {
            if (isEditing) props.onStart(bin, event)
          }}
          onKeyDown={(event) => {
            if (isEditing && props.onKey(event, bin)) event.preventDefault()
          }}
          onClick={() => {
            if (!isEditing) props.onOpen(bin)
          }}
        >
          {bin}
        </button>
      ))}
    </section>
  )
}
