import { QRCode } from 'antd'
import type { ReactNode } from 'react'
import type { LabelModel, LabelSize } from './label-model.ts'

/** CSS pixels per millimetre. */
const pixelsOfMm = 96 / 25.4

/** A label in its actual size. */
export function LabelSheet(props: { model: LabelModel; size: LabelSize }): ReactNode {
  const { model, size } = props
  return (
    <section
      className={`paper-label ${size.height > 50 ? 'paper-label-large' : ''}`}
      style={{ width: `${size.width}mm`, height: `${size.height}mm` }}
    >
      <div className="paper-label-code">
        <QRCode
          value={model.code}
          type="svg"
          size={Math.round((size.height - 16) * pixelsOfMm)}
          marginSize={0}
          bordered={false}
          color="#000"
          bgColor="#fff"
        />
      </div>
      <div className="paper-label-words">
        <strong>{model.title}</strong>
        {model.lines.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
    </section>
  )
}
