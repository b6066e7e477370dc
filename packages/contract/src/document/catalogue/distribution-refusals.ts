import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals of what may travel together, on which vehicle and with whom. */
export const distributionRefusals = {
  'trip-overloaded': entry(
    409,
    '{vehicle} {date} 第 {trip} 车次装 {load} kg（其中本单 {own} kg），超过核定载质量 {capacity} kg；请改到其他车辆或车次，或先撤销其他配送单的分配',
    'Trip {trip} of {vehicle} on {date} would carry {load} kg ({own} kg of this order), more than its capacity of {capacity} kg; choose another vehicle or trip, or take another order off it first',
  ),
  'trip-weight-unknown': entry(
    422,
    '物料 {material} {quantity} {unit} 的重量未知；请在分配时填写总重',
    'The weight of {quantity} {unit} of material {material} is unknown; enter the weight when allotting',
  ),
  'trip-hazard-mixed': entry(
    409,
    '{vehicle} {date} 第 {trip} 车次同时有危险类别 {classes} 的物资，不同危险类别不能同车；请改到其他车辆或车次',
    'Trip {trip} of {vehicle} on {date} would carry hazard classes {classes} together, which may not share a vehicle; choose another vehicle or trip',
  ),
  'trip-driver-differs': entry(
    409,
    '{vehicle} {date} 第 {trip} 车次的配送人是 {driver}，一个车次只有一名配送人；请选该配送人，或改到其他车次',
    'Trip {trip} of {vehicle} on {date} is driven by {driver}, and a trip has one driver; choose that driver, or another trip',
  ),
  'trip-departed': entry(
    409,
    '{vehicle} {date} 第 {trip} 车次已出发（{order}），不能再装货；请改为第 {nextTrip} 车次',
    'Trip {trip} of {vehicle} on {date} has left ({order}) and takes no more goods; choose trip {nextTrip}',
  ),
  'vehicle-not-licensed': entry(
    409,
    '车辆 {vehicle} 在 {date} 不能运输危险类别 {classes}：准运 {permitted}，运输证有效期至 {validTo}；请换有资质的车辆',
    'Vehicle {vehicle} may not carry hazard class {classes} on {date}: it is licensed for {permitted}, valid to {validTo}; choose a licensed vehicle',
  ),
  'driver-not-qualified': entry(
    409,
    '配送人 {driver} 在 {date} 没有有效的危货从业资格（有效期至 {validTo}），不能运输危险类别 {classes}；请换有资质的配送人',
    'Driver {driver} has no valid qualification for dangerous goods on {date} (valid to {validTo}) and may not carry hazard class {classes}; choose a qualified driver',
  ),
  'driver-is-another': entry(
    409,
    '{no} 由配送人 {driver}（{account}）配送，他人不能代为办理；如需换人请先撤销分配',
    '{no} is delivered by driver {driver} ({account}), and nobody else acts for him; withdraw the allotment to change the driver',
  ),
  'nothing-refused': entry(
    422,
    '{no} 各行的签收数量都等于发送数量，没有拒收；全部签收请改用“{action}”，有拒收的请更正签收数量',
    'Every line of {no} is accepted in whole, so nothing is refused; use "{action}" to sign for all of it, or correct the accepted quantities',
  ),
} as const satisfies Record<string, RefusalEntry>
