internal import CVNC
internal import Glibc

extension RemoteScreenServer {
    /// Whether it could be served so: the library is there, and the address is free. Listens for a moment, and to nobody.
    public static func check(_ configuration: RemoteScreenConfiguration) throws(RemoteScreenError) {
        var functions = vitrine_vnc()
        if let missing = vitrine_vnc_load(&functions) {
            throw RemoteScreenError(.loadLibrary, on: "libvncserver", note: String(cString: missing) + ".")
        }
        close(try RemoteListener.open(configuration))
    }
}
