import Glibc

extension DisplayError: CustomStringConvertible {
    /// One line (several with a list of cards): what was tried, on which device, what to do.
    public var description: String {
        var text = "\(subject): \(statement)."
        if !advice.isEmpty { text += " \(advice)" }
        if !note.isEmpty { text += " \(note)" }
        if case .noConnectedOutput(let candidates) = reason {
            for candidate in candidates { text += "\n  \(candidate.card): \(candidate.reason)" }
        }
        return text
    }

    /// What happened, without the device.
    var statement: String {
        switch reason {
        case .refused:
            code == 0
                ? "could not \(operation.purpose) (\(operation.rawValue))"
                : "could not \(operation.purpose) (\(operation.rawValue): \(Self.text(of: code)))"
        case .noConnectedOutput(let candidates):
            candidates.isEmpty
                ? "there is no display card"
                : candidates.allSatisfy { $0.code != 0 }
                    ? "no display card could be used" : "no card has a connected display that can be used"
        case .noSuchMode(let wanted, let offered):
            offered.isEmpty
                ? "the display offers no mode at all"
                : "the display has no mode \(wanted); it offers \(offered.joined(separator: ", "))"
        case .noUsablePlane:
            "no primary plane can be shown by this display's CRTC"
        case .noUsableFormat(let codes):
            "the display takes none of XR24, AR24, RG16, but \(codes.joined(separator: ", "))"
        case .flipPending:
            "the last picture is not on the panel yet"
        case .staleBuffer:
            "the buffer was not acquired, or the output was reconfigured since"
        case .disconnected:
            "the display is not connected"
        }
    }

    /// What to do; may be empty.
    var advice: String {
        switch reason {
        case .refused: refusalAdvice
        case .noConnectedOutput(let candidates):
            candidates.isEmpty
                ? "Is the display's kernel driver loaded, and its device tree overlay or firmware setting on?"
                : candidates.allSatisfy { $0.code != 0 }
                    ? ""  // each has its own
                    : "Check cable and power, or name card and connector; for a panel that cannot be detected, force it "
                        + "with the kernel parameter video=CONNECTOR:WIDTHxHEIGHT@60e."
        case .noSuchMode(_, let offered):
            offered.isEmpty
                ? "Give the kernel one with the parameter video=CONNECTOR:WIDTHxHEIGHT@60e."
                : "Write the mode as WIDTHxHEIGHT or WIDTHxHEIGHT@HERTZ, or leave it out."
        case .noUsableFormat, .noUsablePlane:
            "This display controller is not supported."
        case .flipPending: "Wait for the flipped event."
        case .staleBuffer: "Acquire again."
        case .disconnected: "Wait for the display."
        }
    }

    private var refusalAdvice: String {
        switch (operation, code) {
        case (.becomeMaster, _):
            "Another program shows something: stop it (a splash screen, a desktop, another kiosk), or wait until it ends."
        case (.openCard, EACCES), (.openCard, EPERM):
            "Add the user to the group that owns the device (video on most systems), or give the unit "
                + "SupplementaryGroups=video."
        case (.openConsole, EACCES), (.openConsole, EPERM):
            "Give the unit TTYPath= and StandardInput=tty, or add the user to the group tty."
        case (.writeBacklight, EACCES), (.writeBacklight, EPERM):
            "Let the group video write it, with a udev rule: SUBSYSTEM==\"backlight\", "
                + "RUN+=\"/bin/chgrp video $sys$devpath/brightness $sys$devpath/bl_power\", "
                + "RUN+=\"/bin/chmod g+w $sys$devpath/brightness $sys$devpath/bl_power\"."
        case (.openSeat, _):
            "Is seatd running and the user in its group, or is this a session of logind's (PAMName= in the unit; logind also "
                + "needs polkit, Debian's polkitd, to bring it to the front)? A service without a session takes "
                + "VITRINE_SEAT=direct."
        case (.loadWindowLibrary, _): "Windows need Debian's package libsdl2-2.0-0."
        case (.openWindow, _): "Is this a desktop's terminal (DISPLAY or WAYLAND_DISPLAY is set there)?"
        case (.createLease, _):
            "Several screens on one card need Linux 4.15 and a driver that gives leases; only the first one is used."
        case (.openCard, ENOENT): "The card may come later; check its path, or leave it out."
        case (_, EACCES), (_, EPERM):
            "Another program has taken the display over, or its virtual terminal is shown."
        case (_, ENODEV), (_, ENXIO): "The device is gone."
        case (.createBuffer, ENOMEM), (.createBuffer, ENOSPC), (.mapBuffer, ENOMEM):
            "Too little graphics memory: give it more (cma= on the kernel's command line), or use fewer buffers, RGB565 or "
                + "a smaller mode."
        case (.setMode, EINVAL), (.commitMode, EINVAL), (.setMode, ENOSPC), (.commitMode, ENOSPC),
            (.setMode, E2BIG), (.commitMode, E2BIG):
            "The device cannot show this mode with this pixel format: choose a smaller mode or RGB565."
        case (.switchOff, _), (.commitOff, _):
            "It is asked once more, then shows black instead; VITRINE_BLANK=black, or blank in a board file, does so at once."
        case (.flip, EBUSY), (.commitFlip, EBUSY): "The device still works on the last picture."
        case (_, EMFILE), (_, ENFILE): "Too many open files."
        default: ""
        }
    }

    /// "error 16, Device or resource busy".
    static func text(of code: Int32) -> String {
        if code == 0 { return "no error number" }
        return "error \(code), \(String(cString: strerror(code)))"
    }
}

extension DisplayError.Operation {
    /// What the call is for, after "could not".
    fileprivate var purpose: String {
        switch self {
        case .listCards: "list the display cards"
        case .openCard: "open the card"
        case .examineCard: "examine the card's device node"
        case .readDriver: "read the driver's name"
        case .readCapability: "read what the driver can do"
        case .setClientCapability: "switch universal planes or atomic commits on"
        case .becomeMaster: "become master of the display"
        case .readResources: "list connectors and CRTCs; the card may only render"
        case .readConnector: "read the connector"
        case .readEncoder: "read the encoder"
        case .readCRTC: "read the CRTC"
        case .readPlane: "read the planes"
        case .readProperties: "read the properties"
        case .createBuffer: "create a buffer"
        case .mapBuffer: "map a buffer"
        case .addFramebuffer: "make a framebuffer of a buffer"
        case .createBlob: "create a property blob"
        case .setMode, .commitMode: "set the mode"
        case .switchOff, .commitOff: "switch the signal off"
        case .flip, .commitFlip: "flip"
        case .readEvents: "read flip events"
        case .watchHotplug: "watch for displays that come and go"
        case .createTimer: "create or set a timer"
        case .chooseOutput, .chooseMode, .choosePlane: "choose an output"
        case .present: "present"
        case .openConsole: "open the console"
        case .readConsole: "read the console's mode"
        case .setConsoleMode: "set the console's mode"
        case .setKeyboardMode: "set the console's keyboard mode"
        case .watchConsole: "watch for changes of the virtual terminal"
        case .readFramebuffer: "use the framebuffer"
        case .blankFramebuffer: "switch the signal off"
        case .markDirty: "tell the device what changed"
        case .createLease: "give the connector to an output of its own"
        case .openSeat: "get a seat from seatd or logind"
        case .writeBacklight: "set the panel's light"
        case .loadWindowLibrary: "load SDL"
        case .openWindow: "open a window"
        case .watchSignals: "watch for signals that end the program"
        }
    }
}
