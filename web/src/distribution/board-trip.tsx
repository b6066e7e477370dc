import { PrinterOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { numberText } from '../kit/grid/cell-format.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { fullness, type BoardVehicle, type Trip } from './board-model.ts'
import styles from './board.module.css'

const messages = defineMessages({
  trip: { zh: '第 {trip} 车次 · {driver}', en: 'Trip {trip} · {driver}' },
  left: { zh: '已出发', en: 'has left' },
  load: {
    zh: '{weight} / {capacity} kg（{percent}%）',
    en: '{weight} / {capacity} kg ({percent}%)',
  },
  noWeight: { zh: '有物资重量未知', en: 'A weight is not known' },
  hazard: { zh: '危险类别 {classes}', en: 'Hazard class {classes}' },
  loadList: { zh: '第 {trip} 车次装车单', en: 'Load list of trip {trip}' },
})

/** What a trip carries: its driver, how full the vehicle is, and its hazard classes; and its load list. */
export function TripHead(props: {
  trip: Trip
  vehicle: BoardVehicle
  onLoadList: () => void
}): ReactNode {
  const { trip, vehicle } = props
  const t = useMessages(messages)
  const percent = fullness(trip, vehicle)
  const hint = t('loadList', { trip: trip.tripNo })
  return (
    <div className={styles.tripHead}>
      <span>
        {t('trip', { trip: trip.tripNo, driver: trip.driverName || trip.driver })}
        {trip.hasLeft && ` · ${t('left')}`}
      </span>
      <Tooltip title={hint}>
        <Button
          size="small"
          type="text"
          aria-label={hint}
          icon={<PrinterOutlined aria-hidden />}
          onClick={props.onLoadList}
        />
      </Tooltip>
      <span className={styles.load}>
        {percent === null
          ? t('noWeight')
          : t('load', {
              weight: numberText(trip.weightKg),
              capacity: numberText(vehicle.loadCapacityKg),
              percent,
            })}
        {trip.hazardClasses !== '' && ` · ${t('hazard', { classes: trip.hazardClasses })}`}
      </span>
      {percent !== null && (
        <span className={styles.bar} aria-hidden>
          <span style={{ width: `${Math.min(percent, 100)}%` }} />
        </span>
      )}
    </div>
  )
}
