// placeholder until the module's files exist
