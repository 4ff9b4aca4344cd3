import Glibc

/// A device node, and who may open it.
struct DeviceNode: Hashable {
    var path: String
    var owner: uid_t
    var group: gid_t
    /// The permission bits.
    var mode: mode_t
    /// Whether this process may read and write it, by its permissions (access lists included).
    var isAllowed: Bool

    /// Nil when there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.path = path
        owner = status.st_uid
        group = status.st_gid
        mode = status.st_mode & 0o777
        isAllowed = faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0
    }

    init(path: String, owner: uid_t, group: gid_t, mode: mode_t, isAllowed: Bool) {
        self.path = path
        self.owner = owner
        self.group = group
        self.mode = mode
        self.isAllowed = isAllowed
    }

    /// /dev/dri/card0 … in the order of their numbers, or /dev/input/event0 …
    static func all(in folder: String, prefix: String) -> [DeviceNode] {
        let numbers = SystemFile.names(in: folder).compactMap { name in
            name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
        }
        return numbers.sorted().compactMap { DeviceNode("\(folder)/\(prefix)\($0)") }
    }

    /// What to do so that the user may open it.
    func advice(for user: User, groupName: (gid_t) -> String = User.name(ofGroup:)) -> String {
        let name = groupName(group)
        if group == 0 || mode & 0o060 != 0o060 {
            return "it belongs to root alone: install udev and its rules, which give it to a group"
        }
        if user.groups.contains(group) {
            return "its group is \(name), and this process is in it: look for what else forbids it (the mount of /dev, "
                + "a container, a security module)"
        }
        if user.groupsAtLogin.contains(group) {
            return "\(user.name) is in its group \(name), but was not at login: log in again, or restart the service"
        }
        return
            "its group is \(name): usermod -aG \(name) \(user.account ?? "USER") and log in again, or SupplementaryGroups=\(name) "
            + "in the service"
    }
}
