import { QRCode } from 'antd'
import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { label } from '../../text/language.ts'
import { printMessages } from './print-messages.ts'
import type { PrintSheetModel } from './print-model.ts'

/**
 * A document on A4: head with QR code, header fields, lines with a heading repeated on every page, totals, signatures.
 * Always black on white; its style is part of the print frame.
 */
export function PrintSheet({ sheet }: { sheet: PrintSheetModel }): ReactNode {
  return (
    <section className="sheet">
      <header className="head">
        <div className="names">
          <div className="company">{sheet.company}</div>
          <h1>
            {sheet.title.zh} <small>{sheet.title.en}</small>
          </h1>
          <div className="number">
            {label(printMessages.number)} <strong>{sheet.docNo}</strong>
            <span className="state">
              {label(printMessages.state)} <strong>{sheet.state}</strong>
            </span>
            {sheet.reprint !== null && <strong className="reprint">{sheet.reprint}</strong>}
          </div>
        </div>
        {sheet.code !== null && <Code value={sheet.code.value} words={sheet.code.label} />}
        <Code value={sheet.docNo} words={sheet.docNo} />
      </header>
      <dl className="fields">
        {sheet.fields.map((field) => (
          <div key={field.name} className={field.isWide ? 'wide' : 'field'}>
            <dt>{field.label}</dt>
            <dd>{field.value}</dd>
          </div>
        ))}
      </dl>
      <Lines sheet={sheet} />
      <div className="signatures">
        {sheet.signatures.map((signature) => (
          <div key={`${signature.title} ${signature.name} ${signature.at}`} className="signature">
            <div>
              {signature.title} <strong>{signature.name}</strong> {signature.at}
            </div>
            <div className="line">{label(printMessages.signature)}</div>
          </div>
        ))}
      </div>
      {sheet.drawn.length > 0 && (
        <div className="signatures">
          {sheet.drawn.map((one) => (
            <figure key={`${one.title} ${one.at}`} className="drawn">
              <img src={one.image} alt={one.name} />
              <figcaption>
                {one.title} <strong>{one.name}</strong> {one.at}
              </figcaption>
            </figure>
          ))}
        </div>
      )}
      <footer className="foot">{sheet.printed}</footer>
    </section>
  )
}

function Code({ value, words }: { value: string; words: string }): ReactNode {
  return (
    <div className="code">
      <QRCode
        value={value}
        type="svg"
        size={92}
        marginSize={0}
        bordered={false}
        color="#000"
        bgColor="#fff"
      />
      <div>{words}</div>
    </div>
  )
}

function Lines({ sheet }: { sheet: PrintSheetModel }): ReactNode {
  const { columns, rows, notes, totals } = sheet
  const whole = columns.reduce((sum, column) => sum + column.width, 0)
  // The label of the totals is placed before the first total, across the columns without one.
  const before = totals === null ? 0 : totals.findIndex((total) => total !== '')
  return (
    <table className={sheet.isCompact ? 'compact' : undefined}>
      <colgroup>
        {columns.map((column) => (
          <col key={column.field} style={{ width: `${(column.width / whole) * 100}%` }} />
        ))}
      </colgroup>
      <thead>
        <tr className="running">
          <td colSpan={columns.length}>
            {sheet.title.zh} {sheet.docNo}
            <span>{sheet.lineCount}</span>
          </td>
        </tr>
        <tr>
          {columns.map((column) => (
            <th key={column.field} className={column.isNumber ? 'amount' : undefined}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a sheet is drawn once and never changes
          <Fragment key={index}>
            <tr>
              {cells.map((cell, at) => (
                <td
                  key={columns[at]?.field}
                  className={columns[at]?.isNumber === true ? 'amount' : undefined}
                >
                  {cell}
                </td>
              ))}
            </tr>
            {notes[index]?.map((note) => (
              <tr key={note} className="note">
                <td colSpan={columns.length}>{note}</td>
              </tr>
            ))}
          </Fragment>
        ))}
        {totals !== null && (
          <tr className="totals">
            {before > 0 && <td colSpan={before}>{label(printMessages.total)}</td>}
            {totals.slice(before).map((total, at) => (
              <td key={columns[before + at]?.field} className="amount">
                {total}
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  )
}
