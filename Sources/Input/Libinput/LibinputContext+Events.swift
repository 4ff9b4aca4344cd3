internal import CInput
import Glibc

extension LibinputContext {
    /// The next event, `nil` when there is none until the next dispatch.
    func nextEvent() -> DeviceEvent? {
        guard let event = libinput_get_event(context), let device = libinput_event_get_device(event) else { return nil }
        defer { libinput_event_destroy(event) }
        switch libinput_event_get_type(event) {
        case LIBINPUT_EVENT_DEVICE_ADDED:
            return .added(describe(device))
        case LIBINPUT_EVENT_DEVICE_REMOVED:
            return .removed(deviceID: id(of: device))
        case LIBINPUT_EVENT_TOUCH_DOWN:
            return .touch(touch(event, device, .began))
        case LIBINPUT_EVENT_TOUCH_MOTION:
            return .touch(touch(event, device, .moved))
        case LIBINPUT_EVENT_TOUCH_UP:
            return .touch(touch(event, device, .ended))
        case LIBINPUT_EVENT_TOUCH_CANCEL:
            return .touch(touch(event, device, .cancelled))
        case LIBINPUT_EVENT_TOUCH_FRAME:
            return .frame(deviceID: id(of: device))
        case LIBINPUT_EVENT_POINTER_MOTION:
            let pointer = libinput_event_get_pointer_event(event)
            return .pointerMotion(
                deviceID: id(of: device), dx: libinput_event_pointer_get_dx(pointer),
                dy: libinput_event_pointer_get_dy(pointer), microseconds: time(ofPointer: pointer))
        case LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE:
            let pointer = libinput_event_get_pointer_event(event)
            return .pointerPosition(
                deviceID: id(of: device), x: libinput_event_pointer_get_absolute_x_transformed(pointer, 1),
                y: libinput_event_pointer_get_absolute_y_transformed(pointer, 1),
                microseconds: time(ofPointer: pointer))
        case LIBINPUT_EVENT_POINTER_BUTTON:
            let pointer = libinput_event_get_pointer_event(event)
            guard let button = PointerButtons(code: libinput_event_pointer_get_button(pointer)) else { return .other }
            return .button(
                deviceID: id(of: device), button,
                isDown: libinput_event_pointer_get_button_state(pointer) == LIBINPUT_BUTTON_STATE_PRESSED,
                microseconds: time(ofPointer: pointer))
        case LIBINPUT_EVENT_POINTER_SCROLL_WHEEL, LIBINPUT_EVENT_POINTER_SCROLL_FINGER,
            LIBINPUT_EVENT_POINTER_SCROLL_CONTINUOUS:
            return scroll(event, device)
        case LIBINPUT_EVENT_TABLET_TOOL_TIP:
            let isDown =
                libinput_event_tablet_tool_get_tip_state(libinput_event_get_tablet_tool_event(event))
                == LIBINPUT_TABLET_TOOL_TIP_DOWN
            return .touch(pen(event, device, isDown ? .began : .ended))
        case LIBINPUT_EVENT_TABLET_TOOL_AXIS:
            let isDown =
                libinput_event_tablet_tool_get_tip_state(libinput_event_get_tablet_tool_event(event))
                == LIBINPUT_TABLET_TOOL_TIP_DOWN
            return isDown ? .touch(pen(event, device, .moved)) : hover(event, device)
        case LIBINPUT_EVENT_TABLET_TOOL_PROXIMITY:
            let tool = libinput_event_get_tablet_tool_event(event)
            guard
                libinput_event_tablet_tool_get_proximity_state(tool) == LIBINPUT_TABLET_TOOL_PROXIMITY_STATE_OUT
            else { return hover(event, device) }
            return .penLeft(
                deviceID: id(of: device),
                microseconds: Int64(clamping: libinput_event_tablet_tool_get_time_usec(tool)))
        case LIBINPUT_EVENT_TABLET_TOOL_BUTTON:
            let tool = libinput_event_get_tablet_tool_event(event)
            guard libinput_event_tablet_tool_get_button_state(tool) == LIBINPUT_BUTTON_STATE_PRESSED else {
                return .other
            }
            return .penPressed(
                deviceID: id(of: device),
                microseconds: Int64(clamping: libinput_event_tablet_tool_get_time_usec(tool)))
        case LIBINPUT_EVENT_GESTURE_PINCH_BEGIN, LIBINPUT_EVENT_GESTURE_PINCH_UPDATE,
            LIBINPUT_EVENT_GESTURE_PINCH_END, LIBINPUT_EVENT_GESTURE_HOLD_BEGIN:
            return gesture(event, device)
        case LIBINPUT_EVENT_KEYBOARD_KEY:
            return key(event, device)
        default:
            return .other
        }
    }

    /// A key held on two keyboards is down until the last of them lets it go.
    private func key(_ event: OpaquePointer, _ device: OpaquePointer) -> DeviceEvent {
        let keyboard = libinput_event_get_keyboard_event(event)
        let isDown = libinput_event_keyboard_get_key_state(keyboard) == LIBINPUT_KEY_STATE_PRESSED
        guard libinput_event_keyboard_get_seat_key_count(keyboard) == (isDown ? 1 : 0) else { return .other }
        return .key(
            deviceID: id(of: device), keycode: libinput_event_keyboard_get_key(keyboard), isDown: isDown,
            microseconds: Int64(clamping: libinput_event_keyboard_get_time_usec(keyboard)))
    }

    private func scroll(_ event: OpaquePointer, _ device: OpaquePointer) -> DeviceEvent {
        let pointer = libinput_event_get_pointer_event(event)
        let isWheel = libinput_event_get_type(event) == LIBINPUT_EVENT_POINTER_SCROLL_WHEEL
        func value(_ axis: libinput_pointer_axis) -> Double {
            // 120 to a click; a wheel of finer steps says less at a time.
            guard isWheel else { return libinput_event_pointer_get_scroll_value(pointer, axis) }
            return libinput_event_pointer_get_scroll_value_v120(pointer, axis) / 120
        }
        let x = value(LIBINPUT_POINTER_AXIS_SCROLL_HORIZONTAL)
        let y = value(LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL)
        let action: PointerEvent.Action =
            isWheel ? .wheel(x: x, y: y) : x == 0 && y == 0 ? .scrollEnded : .scrolled(x: x, y: y)
        return .scroll(deviceID: id(of: device), action, microseconds: time(ofPointer: pointer))
    }

    private func gesture(_ event: OpaquePointer, _ device: OpaquePointer) -> DeviceEvent {
        let gesture = libinput_event_get_gesture_event(event)
        let deviceID = id(of: device)
        let time = Int64(clamping: libinput_event_gesture_get_time_usec(gesture))
        // Three fingers and more are for whoever owns the machine; on Apple's systems, too, no program hears of them.
        guard libinput_event_gesture_get_finger_count(gesture) == 2 else { return .other }
        switch libinput_event_get_type(event) {
        case LIBINPUT_EVENT_GESTURE_PINCH_BEGIN:
            return .pinchBegan(deviceID: deviceID, microseconds: time)
        case LIBINPUT_EVENT_GESTURE_PINCH_UPDATE:
            return .pinched(
                deviceID: deviceID, scale: libinput_event_gesture_get_scale(gesture),
                degrees: libinput_event_gesture_get_angle_delta(gesture), microseconds: time)
        case LIBINPUT_EVENT_GESTURE_PINCH_END:
            return .pinchEnded(
                deviceID: deviceID, isCancelled: libinput_event_gesture_get_cancelled(gesture) != 0,
                microseconds: time)
        default:
            return .rested(deviceID: deviceID, microseconds: time)
        }
    }

    private func hover(_ event: OpaquePointer, _ device: OpaquePointer) -> DeviceEvent {
        let raw = pen(event, device, .moved)
        guard let x = raw.x, let y = raw.y, let pen = raw.pen else { return .other }
        return .penHovered(deviceID: raw.deviceID, x: x, y: y, pen, microseconds: raw.microseconds)
    }

    /// A pen is a contact while its tip touches; above the panel it hovers. So do its other end and what else is held like a
    /// pen: whoever writes need not know.
    private func pen(_ event: OpaquePointer, _ device: OpaquePointer, _ phase: ContactPhase) -> RawContact {
        let pen = libinput_event_get_tablet_tool_event(event)
        let tool = libinput_event_tablet_tool_get_tool(pen)
        let hasPressure = libinput_tablet_tool_has_pressure(tool) != 0
        let hasTilt = libinput_tablet_tool_has_tilt(tool) != 0
        let hasDistance = libinput_tablet_tool_has_distance(tool) != 0
        let hasRotation = libinput_tablet_tool_has_rotation(tool) != 0
        return RawContact(
            deviceID: id(of: device), slot: 0, phase: phase, kind: .pen,
            x: libinput_event_tablet_tool_get_x_transformed(pen, 1),
            y: libinput_event_tablet_tool_get_y_transformed(pen, 1),
            microseconds: Int64(clamping: libinput_event_tablet_tool_get_time_usec(pen)),
            pen: PenState(
                pressure: hasPressure ? libinput_event_tablet_tool_get_pressure(pen) : nil,
                tilt: hasTilt
                    ? SIMD2(
                        libinput_event_tablet_tool_get_tilt_x(pen), libinput_event_tablet_tool_get_tilt_y(pen)) : nil,
                distance: hasDistance ? libinput_event_tablet_tool_get_distance(pen) : nil,
                roll: hasRotation ? libinput_event_tablet_tool_get_rotation(pen) : nil))
    }

    private func touch(_ event: OpaquePointer, _ device: OpaquePointer, _ phase: ContactPhase) -> RawContact {
        let touch = libinput_event_get_touch_event(event)
        // Only these two carry a position; asking the others for it is an error. Across a width of 1 libinput gives 0…1
        // of the axis range the device had when it was plugged in, calibrated.
        let isPlaced = phase == .began || phase == .moved
        return RawContact(
            deviceID: id(of: device), slot: libinput_event_touch_get_slot(touch), phase: phase,
            x: isPlaced ? libinput_event_touch_get_x_transformed(touch, 1) : nil,
            y: isPlaced ? libinput_event_touch_get_y_transformed(touch, 1) : nil,
            microseconds: Int64(clamping: libinput_event_touch_get_time_usec(touch)))
    }

    private func time(ofPointer pointer: OpaquePointer?) -> Int64 {
        Int64(clamping: libinput_event_pointer_get_time_usec(pointer))
    }

    /// The number `describe` gave the device; libinput keeps it for us.
    private func id(of device: OpaquePointer) -> UInt32 {
        UInt32(truncatingIfNeeded: UInt(bitPattern: libinput_device_get_user_data(device)))
    }

    private func describe(_ device: OpaquePointer) -> InputDevice {
        let id = InputIdentifiers.nextDevice()
        libinput_device_set_user_data(device, UnsafeMutableRawPointer(bitPattern: UInt(id)))
        let isTouchScreen = libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_TOUCH) != 0
        let touchCount = isTouchScreen ? libinput_device_touch_get_touch_count(device) : 0
        var width = 0.0
        var height = 0.0
        let hasSize = libinput_device_get_size(device, &width, &height) == 0
        var matrix: [Float] = [1, 0, 0, 0, 1, 0]
        let isCalibrated =
            libinput_device_config_calibration_has_matrix(device) != 0
            && libinput_device_config_calibration_get_matrix(device, &matrix) != 0
        return InputDevice(
            id: id, name: String(cString: libinput_device_get_name(device)),
            node: "/dev/input/" + String(cString: libinput_device_get_sysname(device)),
            vendor: libinput_device_get_id_vendor(device), product: libinput_device_get_id_product(device),
            isTouchScreen: isTouchScreen,
            isPointer: libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_POINTER) != 0,
            isKeyboard: libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_KEYBOARD) != 0,
            touchCount: touchCount > 0 ? Int(touchCount) : nil,
            sizeInMillimetres: hasSize ? SIMD2(width, height) : nil, isCalibratedBelow: isCalibrated,
            outputName: libinput_device_get_output_name(device).map { String(cString: $0) },
            isPen: libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_TABLET_TOOL) != 0,
            matrixBelow: isCalibrated ? matrix.map(Double.init) : nil)
    }
}
