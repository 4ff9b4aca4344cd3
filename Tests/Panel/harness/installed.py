"""The beginning of a script that has PanelProbe as a service: the units of systemd/, installed by their own script."""

INSTALLED = """
"$PANEL/../../systemd/install" || fail "systemd/install"
cp "$PROGRAMS/PanelProbe" "$PROGRAMS/vitrine" "$PROGRAMS/vitrine-crash-screen" /usr/local/bin/
# configure TEXT: a drop-in, as `systemctl edit` writes it
configure() {
    mkdir -p /etc/systemd/system/vitrine@PanelProbe.service.d
    printf '%b\\n' "$1" >/etc/systemd/system/vitrine@PanelProbe.service.d/test.conf
    systemctl daemon-reload
}
unit=vitrine@PanelProbe
state() { systemctl show -P "$1" $unit; }
start() { systemctl start $unit || { systemctl status -n 30 --no-pager $unit >&2; fail "the unit did not start"; }; }
restarted() { [ "$(state NRestarts)" = "$1" ] && [ "$(state ActiveState)" = active ]; }
"""
