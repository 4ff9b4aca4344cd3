import Glibc

/// Who runs the process.
struct User: Hashable {
    var id: uid_t
    /// Nil where the number has no account, as in a container.
    var account: String?
    /// Groups that the process is in.
    var groups: Set<gid_t>
    /// Groups that the user would be in after another login.
    var groupsAtLogin: Set<gid_t>

    static func current() -> User {
        let id = geteuid()
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        let result = getpwuid_r(id, &entry, &buffer, buffer.count, &found)
        let name = result == 0 && found != nil ? String(cString: entry.pw_name) : nil
        var user = User(id: id, account: name, groups: processGroups(), groupsAtLogin: [])
        if name != nil { user.groupsAtLogin = loginGroups(entry.pw_name, entry.pw_gid) }
        return user
    }

    /// For a person.
    var name: String { account ?? "user \(id)" }

    /// The group's name, or its number where it has none.
    static func name(ofGroup group: gid_t) -> String {
        var entry = Glibc.group()
        var found: UnsafeMutablePointer<Glibc.group>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        guard getgrgid_r(group, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return "\(group)" }
        return String(cString: entry.gr_name)
    }

    private static func processGroups() -> Set<gid_t> {
        var groups: Set<gid_t> = [getegid()]
        let count = getgroups(0, nil)
        guard count > 0 else { return groups }
        var list = [gid_t](repeating: 0, count: Int(count))
        let filled = getgroups(count, &list)
        groups.formUnion(list.prefix(Int(max(filled, 0))))
        return groups
    }

    private static func loginGroups(_ name: UnsafePointer<CChar>, _ primary: gid_t) -> Set<gid_t> {
        var count: Int32 = 256
        var list = [gid_t](repeating: 0, count: Int(count))
        guard getgrouplist(name, primary, &list, &count) >= 0 else { return [] }
        return Set(list.prefix(Int(count)))
    }
}
